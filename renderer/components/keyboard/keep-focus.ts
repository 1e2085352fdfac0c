import { MODAL, openDialogs } from './open-dialogs.ts';

/** Of the part of a dialog that hears its keys. */
export const HAS_KEYS = { 'data-has-keys': true } as const;

/** What goes with what had the focus: it has places of its own. */
const LAYER = '[role="dialog"], [role="menu"]';
/** What the focus goes on to: pressing is all they do, while a field may open its choices. */
const BUTTON = 'button:not(:disabled), a[href]';
/** Whoever had the focus there is looked after by the grid. */
const GRID = '[role="grid"]';
/** What is meant to take the focus itself has done so by then, in milliseconds. */
const PATIENCE_MS = 150;

/** Where something stood: it, and what stood beside it. */
interface Step {
  element: HTMLElement;
  beside: readonly (Element | null)[];
}

/** From what had the focus up to its layer. */
interface Trail {
  layer: Element | null;
  steps: readonly Step[];
  /** Whether it could not be pressed for a while: that takes the focus from it. */
  wasDisabled: boolean;
}

/** The latest of each layer, the last one last. */
let trails: Trail[] = [];
let timer: ReturnType<typeof setTimeout> | undefined;
/** What was given the focus for want of anything better, until a key or a click says that it is wanted there. */
let stopgap: Element | null = null;

/** Whether nobody has the focus: what had it is gone, or can no longer be pressed. */
export function isFocusLost(): boolean {
  const { activeElement: active } = document;
  return active === null || active === document.body || active === stopgap;
}

/**
 * The focus is never nowhere for long: where what had it has gone, what stands in its place has it, or what it stood in.
 * Whoever works by keys goes on there and not at the top of the page. To be called once.
 */
export function keepFocus(): void {
  window.addEventListener('focusin', ({ target }) => note(target), true);
  for (const name of ['keydown', 'pointerdown'] as const)
    window.addEventListener(name, () => (stopgap = null), true);
  // A click beside everything lets the focus go on purpose.
  window.addEventListener('click', () => {
    if (document.activeElement === document.body && isThere(trails.at(-1)?.steps[0]?.element)) trails = [];
  });
  const observer = new MutationObserver(() => {
    const last = trails.at(-1);
    if (!last) return;
    if (last.steps[0]?.element.matches(':disabled')) last.wasDisabled = true;
    if (document.activeElement === document.body) timer ??= setTimeout(look, PATIENCE_MS);
  });
  observer.observe(document.body, { childList: true, subtree: true, attributeFilter: ['disabled'] });
}

function note(target: EventTarget | null): void {
  if (!(target instanceof HTMLElement)) return;
  // After a click beside everything, such as on its title, a dialog's keys are its own still.
  const keys = target.matches(MODAL) && target.querySelector<HTMLElement>('[data-has-keys]');
  if (keys) {
    keys.tabIndex = -1;
    return keys.focus({ preventScroll: true });
  }
  const layer = target.closest(LAYER);
  const steps: Step[] = [];
  for (let at: HTMLElement | null = target; at && at !== document.body; at = at.parentElement) {
    steps.push({ element: at, beside: [at.nextElementSibling, at.previousElementSibling] });
    if (at === layer) break;
  }
  trails = trails.filter((trail) => trail.layer !== layer && (!trail.layer || isThere(trail.layer)));
  trails.push({ layer, steps, wasDisabled: false });
}

function look(): void {
  timer = undefined;
  if (document.activeElement !== document.body) return;
  const top = openDialogs().at(-1);
  for (const trail of trails.toReversed()) {
    if (top && trail.layer !== top) continue;
    const [first] = trail.steps;
    if (first && isThere(first.element)) {
      // Of the last one the focus was taken on purpose; and what is busy can be pressed again in a moment.
      const isWanted = trail.wasDisabled || trail !== trails.at(-1);
      if (isWanted && !first.element.matches(':disabled')) first.element.focus({ preventScroll: true });
      return;
    }
    const next = placeOf(trail);
    if (next) return give(next);
  }
  // All of it is gone, as the menu that was open before the lock.
  give(top ?? document.querySelector('main'));
}

function give(to: HTMLElement | null): void {
  to?.focus({ preventScroll: true });
  stopgap = to;
}

/** The button in the place of what has gone, or what that stood in. */
function placeOf({ steps }: Trail): HTMLElement | null {
  const at = steps.findIndex(({ element }) => isThere(element));
  const around = steps[at]?.element;
  if (!around || around.closest(GRID)) return null;
  const label = labelOf(steps[0]?.element);
  for (const part of steps[at - 1]?.beside ?? []) {
    if (!(part instanceof HTMLElement) || part.parentElement !== around) continue;
    const buttons = [part, ...part.querySelectorAll<HTMLElement>(BUTTON)].filter(
      (each) => each.matches(BUTTON) && isThere(each),
    );
    const found = buttons.find((each) => labelOf(each) === label) ?? buttons[0];
    if (found) return found;
  }
  return steps.slice(at).find(({ element }) => element.hasAttribute('tabindex'))?.element ?? null;
}

const isThere = (element: Element | undefined): element is Element =>
  element?.checkVisibility({ visibilityProperty: true }) === true;

const labelOf = (element: Element | undefined): string | null | undefined =>
  element?.getAttribute('aria-label') ?? element?.textContent;
