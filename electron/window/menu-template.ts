import type { MenuItemConstructorOptions } from 'electron';
import { hotkeys, windowKeys } from '#shared/window/hotkeys.ts';
import type { ZoomChange } from './zoom-steps.ts';

/** What the items of the menu do. */
export interface MenuActions {
  /** Does in the page what the key does. */
  press(keys: string): void;
  go(address: string): void;
  step(by: 'back' | 'forward'): void;
  zoom(change: ZoomChange): void;
  fullScreen(): void;
  closeWindow(): void;
  quit(): void;
  about(): void;
}

/** A key as Electron writes it. */
export function acceleratorOf(keys: string): string {
  return keys.replace('mod', 'CommandOrControl').replace('shift', 'Shift');
}

const SEPARATOR: MenuItemConstructorOptions = { type: 'separator' };

/** The menu of the window: hidden until Alt, and what it does is what the keys do that it shows. */
export function menuTemplate(
  does: MenuActions,
  { isMac, forDevelopers }: { isMac: boolean; forDevelopers: boolean },
): MenuItemConstructorOptions[] {
  /** The page itself listens for the key; a Mac would take a letter away from whoever writes. */
  const pressed = (label: string, keys: string): MenuItemConstructorOptions => ({
    label,
    ...(isMac && keys.length === 1 ? {} : { accelerator: acceleratorOf(keys) }),
    registerAccelerator: false,
    click: () => does.press(keys),
  });
  const named = (label: string, keys: string, click: () => void): MenuItemConstructorOptions => ({
    label,
    accelerator: acceleratorOf(keys),
    click,
  });
  /** Seen before the page sees it (`zoom-steps.ts`), on each layout and the number pad. */
  const zooms = (label: string, keys: string, change: ZoomChange): MenuItemConstructorOptions => ({
    ...named(label, keys, () => does.zoom(change)),
    registerAccelerator: false,
  });
  // On a Mac Alt and an arrow go from word to word.
  const [back, forward] = isMac ? ['mod+[', 'mod+]'] : [windowKeys.back, windowKeys.forward];
  return [
    {
      label: '&File',
      submenu: [
        pressed('New window', hotkeys.newWindow),
        pressed('Add a record', hotkeys.add),
        SEPARATOR,
        pressed('Print', hotkeys.print),
        SEPARATOR,
        named('Close window', windowKeys.closeWindow, () => does.closeWindow()),
        named('Quit', windowKeys.quit, () => does.quit()),
      ],
    },
    {
      label: '&Edit',
      submenu: [
        pressed('Undo', hotkeys.undo),
        SEPARATOR,
        { role: 'cut', label: 'Cut', registerAccelerator: false },
        { role: 'copy', label: 'Copy', registerAccelerator: false },
        { role: 'paste', label: 'Paste', registerAccelerator: false },
        { role: 'selectAll', label: 'Select all', registerAccelerator: false },
        SEPARATOR,
        pressed('Find', hotkeys.find),
        pressed('Search the list', hotkeys.search),
      ],
    },
    {
      label: '&View',
      submenu: [
        pressed('As a list or a board', hotkeys.board),
        pressed('Saved views', hotkeys.views),
        SEPARATOR,
        zooms('Larger', windowKeys.zoomIn, 'in'),
        zooms('Smaller', windowKeys.zoomOut, 'out'),
        zooms('Actual size', windowKeys.zoomActual, 'actual'),
        SEPARATOR,
        named('Full screen', windowKeys.fullScreen, () => does.fullScreen()),
        ...(forDevelopers ? [SEPARATOR, { role: 'toggleDevTools' as const }] : []),
      ],
    },
    {
      label: '&Go',
      submenu: [
        pressed('Find people, screens and commands', hotkeys.goTo),
        SEPARATOR,
        named('Back', back, () => does.step('back')),
        named('Forward', forward, () => does.step('forward')),
        { label: 'Dashboard', click: () => does.go('/dashboard') },
      ],
    },
    {
      label: '&Help',
      submenu: [
        pressed('Keyboard shortcuts', hotkeys.sheet),
        { label: 'About Employee Management System', click: () => does.about() },
      ],
    },
  ];
}
