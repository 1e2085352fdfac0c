import { diffWordsWithSpace } from 'diff';

/** A piece of a text beside its earlier version. */
export interface DiffPart {
  kind: 'same' | 'removed' | 'added';
  text: string;
}

/** Looking longer for the shortest difference helps nobody, in milliseconds. */
const LONGEST_MS = 150;
/** Texts that share less than this are told apart better one after the other. */
const LEAST_SHARED = 0.3;

/** What differs between two texts, word by word, in the order of the text; the removed words before the added ones. */
export function textDiff(old: string, now: string): DiffPart[] {
  const changes = diffWordsWithSpace(old, now, { timeout: LONGEST_MS });
  const parts = (changes ?? []).map(({ added, removed, value }): DiffPart => ({
    kind: added ? 'added' : removed ? 'removed' : 'same',
    text: value,
  }));
  const shared = parts.reduce((sum, { kind, text }) => sum + (kind === 'same' ? text.trim().length : 0), 0);
  if (shared < LEAST_SHARED * Math.max(old.length, now.length)) {
    return [
      { kind: 'removed', text: old },
      { kind: 'added', text: now },
    ];
  }
  return withoutBlanks(inPhrases(parts));
}

/** Changed words with nothing but a space between them are one change. */
function inPhrases(parts: readonly DiffPart[]): DiffPart[] {
  const joined: DiffPart[] = [];
  let [removed, added] = ['', ''];
  const close = (): void => {
    if (removed !== '') joined.push({ kind: 'removed', text: removed });
    if (added !== '') joined.push({ kind: 'added', text: added });
    [removed, added] = ['', ''];
  };
  parts.forEach(({ kind, text }, at) => {
    if (kind === 'removed') removed += text;
    else if (kind === 'added') added += text;
    else if (text.trim() === '' && removed !== '' && added !== '' && at < parts.length - 1) {
      removed += text;
      added += text;
    } else {
      close();
      joined.push({ kind, text });
    }
  });
  close();
  return joined;
}

/** Spaces and lines that came or went are not worth a mark of their own, unless nothing else has changed. */
function withoutBlanks(parts: readonly DiffPart[]): DiffPart[] {
  const isBlank = ({ text }: DiffPart): boolean => text.trim() === '';
  if (parts.every((part) => part.kind === 'same' || isBlank(part))) return [...parts];
  return parts.flatMap((part): DiffPart[] => {
    if (part.kind === 'same' || !isBlank(part)) return [part];
    return part.kind === 'added' ? [{ kind: 'same', text: part.text }] : [];
  });
}

/** Of what stayed the same, so much is left beside a change, in characters. */
const CONTEXT = 40;
/** Of what was removed or added, so much. */
const MOST_CHANGED = 240;

/** The changes with a few words around each; `cut` tells whether anything was left out. */
export function inContext(parts: readonly DiffPart[]): { parts: DiffPart[]; cut: boolean } {
  let cut = false;
  const shorter = (text: string, short: string): string => {
    if (short.length >= text.length) return text;
    cut = true;
    return short;
  };
  const shown = parts.map(({ kind, text }, at): DiffPart => {
    if (kind !== 'same') {
      return { kind, text: shorter(text, `${startOf(text, MOST_CHANGED)}…`) };
    }
    const before = at === 0 ? '' : startOf(text, CONTEXT);
    const after = at === parts.length - 1 ? '' : endOf(text, CONTEXT);
    return { kind, text: shorter(text, `${before}…${after}`) };
  });
  return { parts: shown, cut };
}

/** The start of a text, to the end of a word where one is near. */
function startOf(text: string, length: number): string {
  if (text.length <= length) return text;
  const start = text.slice(0, length);
  const word = start.search(/\s+\S*$/);
  return word > length / 2 ? start.slice(0, word) : start;
}

function endOf(text: string, length: number): string {
  if (text.length <= length) return text;
  const end = text.slice(-length);
  const word = end.search(/\s\S/);
  return word !== -1 && word < length / 2 ? end.slice(word + 1) : end;
}
