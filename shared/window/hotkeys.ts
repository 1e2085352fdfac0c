/**
 * Every key that does something, said once: the parts that listen, the sheet that lists them and the menu of the window read
 * it from here. As the page's library writes them; `mod` is Ctrl, or Cmd on a Mac.
 */
export const hotkeys = {
  goTo: 'mod+K',
  sheet: '?',
  search: '/',
  add: 'N',
  save: 'mod+S',
  print: 'mod+P',
  undo: 'mod+Z',
  logCall: 'L',
  call: 'C',
  chat: 'W',
  message: 'M',
  openMessage: 'mod+Enter',
  skipMessage: 'S',
  selectAll: 'mod+A',
  clearSelection: 'Escape',
  setField: 'S',
  deleteRows: 'Delete',
  whole: 'E',
  editCell: 'F2',
  addFilter: 'F',
  views: 'V',
  board: 'B',
  find: 'mod+F',
  newWindow: 'mod+shift+N',
} as const;

/** What the window listens for, in the desktop application alone: a browser has keys of its own for these. */
export const windowKeys = {
  zoomIn: 'mod+Plus',
  zoomOut: 'mod+-',
  zoomActual: 'mod+0',
  fullScreen: 'F11',
  back: 'Alt+Left',
  forward: 'Alt+Right',
  closeWindow: 'mod+W',
  quit: 'mod+Q',
} as const;
