import { hotkeys, windowKeys } from '#shared/window/hotkeys.ts';

export { hotkeys };

export interface Shortcut {
  /** Ways to press it, each as the library writes it. */
  keys: readonly string[];
  does: string;
  /** In the desktop application alone: a browser does so by itself. */
  inDesktop?: true;
}

export interface ShortcutGroup {
  title: string;
  shortcuts: readonly Shortcut[];
}

export const shortcutGroups: readonly ShortcutGroup[] = [
  {
    title: 'Everywhere',
    shortcuts: [
      { keys: [hotkeys.goTo], does: 'Find people, screens and commands' },
      { keys: [hotkeys.print], does: 'Print the list or the record' },
      { keys: [hotkeys.undo], does: 'Undo what you did last, outside of text fields' },
      { keys: [hotkeys.sheet], does: 'Show these shortcuts' },
      { keys: ['Esc'], does: 'Close what is open' },
      { keys: ['Tab', 'Shift+Tab'], does: 'Go to the next control, or back' },
      {
        keys: [hotkeys.find],
        does: 'Find in what is open; on a list, search',
        inDesktop: true,
      },
      { keys: [hotkeys.newWindow], does: 'Open the list or the record in a new window', inDesktop: true },
      {
        keys: [windowKeys.zoomIn, windowKeys.zoomOut, windowKeys.zoomActual],
        does: 'Larger, smaller, and as it was (Ctrl and the wheel too)',
        inDesktop: true,
      },
      { keys: [windowKeys.fullScreen], does: 'Full screen, and back', inDesktop: true },
      { keys: [windowKeys.back, windowKeys.forward], does: 'Go back, or forward', inDesktop: true },
      { keys: ['Alt'], does: 'Show the menu of the window', inDesktop: true },
    ],
  },
  {
    title: 'On a list',
    shortcuts: [
      { keys: [hotkeys.search], does: 'Search' },
      { keys: [hotkeys.add], does: 'Add a record' },
      { keys: [hotkeys.addFilter], does: 'Add a filter of any field' },
      { keys: [hotkeys.views], does: 'Choose or save a view' },
      { keys: [hotkeys.board], does: 'Show the list as a board, the next one, and as a list again' },
      { keys: ['Alt+↑', 'Alt+↓'], does: 'Move a column, in the choice of columns' },
      { keys: ['Enter', '↓'], does: 'Go to the first row found, while typing in the search' },
      { keys: ['Esc'], does: 'Clear the search, while typing in it' },
    ],
  },
  {
    title: 'In the table',
    shortcuts: [
      { keys: ['↑', '↓', '←', '→'], does: 'Go from cell to cell' },
      { keys: ['Enter'], does: 'View the row; on a heading, sort by it' },
      { keys: [hotkeys.editCell], does: 'Edit the cell, where it can be' },
      { keys: [hotkeys.whole], does: 'View all fields of the person' },
      { keys: ['Tab'], does: 'Go through the links and buttons of the row, then on' },
      { keys: ['Page Up', 'Page Down'], does: 'Go a screen up or down' },
      { keys: ['Ctrl+↑', 'Ctrl+↓'], does: 'Go to the first or last row' },
      { keys: ['Ctrl+C'], does: 'Copy the cell' },
      { keys: ['Space', 'Shift+↑', 'Shift+↓'], does: 'Select the row, or more rows' },
      { keys: ['Shift+Space'], does: 'Select from the last one to this row' },
      { keys: [hotkeys.selectAll], does: 'Select all that the list finds' },
      {
        keys: [hotkeys.setField, hotkeys.deleteRows],
        does: 'Set a field of the selected rows, or delete them',
      },
      { keys: ['Esc'], does: 'Select nothing any more' },
      { keys: [hotkeys.logCall], does: 'Log a call with the candidate or inquiry of the row, or in view' },
      {
        keys: [hotkeys.message],
        does: 'Write to the candidate or inquiry of the row or in view, or to those selected',
      },
    ],
  },
  {
    title: 'On a board',
    shortcuts: [
      { keys: ['↑', '↓', '←', '→'], does: 'Go from card to card, and to the next column' },
      { keys: ['Ctrl+←', 'Ctrl+→'], does: 'Move the card to the next column' },
      { keys: ['Home', 'End'], does: 'Go to the first or last card of the column' },
      { keys: ['Enter'], does: 'View the person' },
      { keys: ['Tab'], does: 'Go through the links of the card, then to the next column' },
    ],
  },
  {
    title: 'On Today',
    shortcuts: [
      { keys: ['↑', '↓'], does: 'Go from person to person' },
      { keys: ['Enter'], does: 'View the person' },
      { keys: [hotkeys.call], does: 'Call' },
      { keys: [hotkeys.chat], does: 'Open the WhatsApp chat' },
      { keys: [hotkeys.logCall], does: 'Log the call; the next person is current then' },
      { keys: [hotkeys.message], does: 'Write a message' },
    ],
  },
  {
    title: 'In a message',
    shortcuts: [
      { keys: [hotkeys.openMessage], does: 'Open it in WhatsApp or the mail program' },
      { keys: ['Enter', hotkeys.skipMessage], does: 'Of many: open it and go on, or skip it' },
    ],
  },
  {
    title: 'In a form',
    shortcuts: [
      { keys: [hotkeys.save], does: 'Save' },
      { keys: ['Enter'], does: 'Save, in a line of text of a small form' },
      { keys: ['Esc'], does: 'Close; asks where something is not saved' },
    ],
  },
];

const CAPS: Readonly<Record<string, string>> = {
  mod: 'Ctrl',
  shift: 'Shift',
  Plus: '+',
  Left: '←',
  Right: '→',
};

/** The caps of the keys pressed together, as the sheet shows them: `mod+K` is Ctrl and K. */
export function keyCaps(keys: string): string[] {
  return keys.split('+').map((key) => CAPS[key] ?? key);
}
