import { clipboard, Menu, type BrowserWindow, type MenuItemConstructorOptions } from 'electron';
import { APP_ORIGIN, isAppAddress } from '../app-protocol.ts';
import { contextItems, type ContextItem } from './context-menu.ts';

/** Shows the menu of a right click where there is something to offer. */
export function offerContextMenu(window: BrowserWindow): void {
  const { webContents: contents } = window;
  const lineOf = (item: ContextItem): MenuItemConstructorOptions => {
    if (item.kind === 'separator') return { type: 'separator' };
    if (item.kind === 'role') return { role: item.role, label: item.label, enabled: item.enabled };
    if (item.kind === 'copyLink')
      return { label: 'Copy link', click: () => void clipboard.writeText(item.text) };
    if (item.kind === 'addWord')
      return {
        label: 'Add to dictionary',
        click: () => void contents.session.addWordToSpellCheckerDictionary(item.word),
      };
    return { label: item.word, click: () => contents.replaceMisspelling(item.word) };
  };
  contents.on('context-menu', (_event, click) => {
    if (!isAppAddress(click.pageURL)) return;
    const items = contextItems(click, APP_ORIGIN);
    if (items.length > 0) Menu.buildFromTemplate(items.map(lineOf)).popup({ window });
  });
}
