/** What moves below the pointer as others work: the rows of a grid and the cards of a board. */
const MOVING = '[role="row"]';

let isPressed = false;
/** What waits for the end of the press, in its order. */
let waiting: (() => void)[] = [];

/**
 * Does it now or, while a row or a card is pressed, as soon as that is over: a press takes a tenth of a second, and a row
 * that moved or was drawn anew meanwhile would leave it without its click.
 */
export function afterPress(act: () => void): void {
  if (isPressed) waiting.push(act);
  else act();
}

function begin(event: PointerEvent): void {
  // A menu of the system swallows the end of the other buttons.
  if (event.button !== 0 || !(event.target instanceof Element) || !event.target.closest(MOVING)) return;
  isPressed = true;
  for (const [name, end] of ENDS) window.addEventListener(name, end, true);
}

function end(): void {
  for (const [name, listener] of ENDS) window.removeEventListener(name, listener, true);
  isPressed = false;
  const acts = waiting;
  waiting = [];
  for (const act of acts) act();
}

/** The click comes after the end of the press, before anything else. */
const endSoon = (): void => void setTimeout(end);

/** A press that ended out of the window is heard of by the next move. */
const endUnlessDown = (event: Event): void => {
  if (event instanceof PointerEvent && event.buttons === 0) end();
};

/** What had the focus before the press tells that too. */
const endAsWindowLeaves = ({ target }: Event): void => {
  if (target === window) endSoon();
};

const ENDS: readonly (readonly [string, (event: Event) => void])[] = [
  ['pointerup', endSoon],
  ['pointercancel', endSoon],
  ['pointermove', endUnlessDown],
  ['blur', endAsWindowLeaves],
];

window.addEventListener('pointerdown', begin, true);
