import { allowedExternalLink } from '../external-links.ts';
import { recordAtAddress, recordLink } from '#shared/window/record-links.ts';

/** What a right click was on, as Electron tells it. */
export interface RightClick {
  isEditable: boolean;
  selectionText: string;
  linkURL: string;
  misspelledWord: string;
  dictionarySuggestions: readonly string[];
  editFlags: {
    canUndo: boolean;
    canRedo: boolean;
    canCut: boolean;
    canCopy: boolean;
    canPaste: boolean;
    canSelectAll: boolean;
  };
}

/** One line of the menu of a right click. */
export type ContextItem =
  | { kind: 'separator' }
  | {
      kind: 'role';
      role: 'undo' | 'redo' | 'cut' | 'copy' | 'paste' | 'selectAll';
      label: string;
      enabled: boolean;
    }
  | { kind: 'suggestion'; word: string }
  | { kind: 'addWord'; word: string }
  | { kind: 'copyLink'; text: string };

const MOST_SUGGESTIONS = 5;
const SEPARATOR: ContextItem = { kind: 'separator' };

/**
 * What the menu of a right click offers: in fields suggestions for a word and what is done with text, elsewhere to copy what
 * is marked or a link. Empty where there is nothing to offer, and then there is no menu.
 * @param origin of the application's own pages, as in `app://desk`.
 */
export function contextItems(click: RightClick, origin: string): ContextItem[] {
  const { editFlags: may } = click;
  const link = linkToCopy(click.linkURL, origin);
  const linkItems: ContextItem[] = link === null ? [] : [{ kind: 'copyLink', text: link }];
  if (!click.isEditable) {
    const copies: ContextItem[] =
      click.selectionText.trim() === ''
        ? []
        : [{ kind: 'role', role: 'copy', label: 'Copy', enabled: may.canCopy }];
    return [...copies, ...linkItems];
  }
  const suggestions: ContextItem[] =
    click.misspelledWord === ''
      ? []
      : [
          ...click.dictionarySuggestions
            .slice(0, MOST_SUGGESTIONS)
            .map((word): ContextItem => ({ kind: 'suggestion', word })),
          { kind: 'addWord', word: click.misspelledWord },
        ];
  return [
    ...(suggestions.length > 0 ? [...suggestions, SEPARATOR] : []),
    { kind: 'role', role: 'undo', label: 'Undo', enabled: may.canUndo },
    { kind: 'role', role: 'redo', label: 'Redo', enabled: may.canRedo },
    SEPARATOR,
    { kind: 'role', role: 'cut', label: 'Cut', enabled: may.canCut },
    { kind: 'role', role: 'copy', label: 'Copy', enabled: may.canCopy },
    { kind: 'role', role: 'paste', label: 'Paste', enabled: may.canPaste },
    SEPARATOR,
    { kind: 'role', role: 'selectAll', label: 'Select all', enabled: may.canSelectAll },
    ...(linkItems.length > 0 ? [SEPARATOR, ...linkItems] : []),
  ];
}

/** A link as others can use it: to a record, or one that may leave the application; null for whatever is neither. */
function linkToCopy(address: string, origin: string): string | null {
  if (!URL.canParse(address)) return null;
  if (address.startsWith(`${origin}/`)) {
    const { pathname, searchParams } = new URL(address);
    const record = recordAtAddress(pathname, searchParams);
    return record && recordLink(record);
  }
  return allowedExternalLink(address) ?? null;
}
