/** What the desktop's main process tells the page of a window, over the page's one pipe. */
export type WindowEvent =
  /** A key of `hotkeys` was chosen in the menu. */
  | { kind: 'press'; keys: string }
  | { kind: 'about' }
  /** To where the window was before, or back from there. */
  | { kind: 'step'; by: 'back' | 'forward' }
  /** A screen was chosen in the menu. */
  | { kind: 'screen'; address: string }
  /** In percent, once it was changed. */
  | { kind: 'zoom'; percent: number }
  /** An address of the application to go to, by a link or from another program. */
  | { kind: 'go'; address: string }
  /** A reminder that was clicked: what can be done about it is offered. */
  | { kind: 'reminder'; key: string; title: string }
  /** What is typed in the forms of this window may go: the user said so, and the window goes or loads anew. */
  | { kind: 'discard' }
  /** The form of a new inquiry. */
  | { kind: 'add-inquiry' }
  /** The palette, to find the person that was spoken to. */
  | { kind: 'find-person' }
  /** No further window is opened. */
  | { kind: 'too-many-windows'; most: number };
