/** What takes the keys: a dialog, or a field that is edited where it stands. */
const TAKER = '[role="dialog"], [data-takes-keys]';
const TEXT =
  'input:not([type="checkbox"], [type="radio"], [type="file"]), textarea, [contenteditable="true"]';
/** So long a control that is not written in may have the focus before the one that is, in milliseconds. */
const SETTLE_MS = 250;
/** What has not come by then does not come, in milliseconds. */
const LONGEST_MS = 2_000;
/** On a busy computer it may: what was typed for it is not given up so soon. */
const LONGEST_TYPED_MS = 10_000;

let holding: (() => void) | null = null;

/**
 * From now until the dialog, or the field (`data-takes-keys`), that is on its way has the focus, what is typed waits for
 * it: else a quick hand would press the keys of the page below, and the first letters would be missing. Escape comes after
 * them; Enter and other keys do nothing meanwhile.
 * @returns the way to end it at once, with nothing typed
 */
export function holdKeys(): () => void {
  if (holding) return holding;
  const below = new Set(document.querySelectorAll(TAKER));
  let typed = '';
  let escaped = false;

  const end = (): void => {
    window.removeEventListener('keydown', onKeyDown, true);
    window.removeEventListener('focusin', onFocus, true);
    window.removeEventListener('pointerdown', end, true);
    clearTimeout(patience);
    clearTimeout(settling);
    holding = null;
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const { key } = event;
    if (!event.isTrusted) return;
    // It is there already, and the key is its own.
    if (settling !== undefined && key.length > 1 && key !== 'Backspace') return give();
    event.preventDefault();
    event.stopPropagation();
    // Such as Ctrl+A: it would be of all rows of the list.
    const isCommand = (event.ctrlKey || event.metaKey || event.altKey) && !event.getModifierState('AltGraph');
    if (isCommand || escaped) return;
    if (key === 'Escape') escaped = true;
    else if (key === 'Backspace') typed = typed.slice(0, -1);
    else if (key.length === 1) typed += key;
  };
  const onFocus = ({ target }: FocusEvent): void => {
    if (!(target instanceof HTMLElement)) return;
    const taker = target.closest(TAKER);
    if (!taker || below.has(taker)) return;
    clearTimeout(settling);
    // After all who hear of the focus: one of them marks the text that it comes upon.
    settling = setTimeout(give, target.matches(`${TEXT}, [data-autofocus]`) ? 0 : SETTLE_MS);
  };
  const give = (): void => {
    end();
    const to = document.activeElement;
    if (!to) return;
    if (typed !== '' && to.matches(TEXT)) document.execCommand('insertText', false, typed);
    else for (const key of typed) pressOn(to, key);
    if (escaped) pressOn(to, 'Escape');
  };
  let settling: ReturnType<typeof setTimeout> | undefined;
  let patience = setTimeout(() => {
    if (typed === '') end();
    else patience = setTimeout(end, LONGEST_TYPED_MS - LONGEST_MS);
  }, LONGEST_MS);
  window.addEventListener('keydown', onKeyDown, true);
  window.addEventListener('focusin', onFocus, true);
  window.addEventListener('pointerdown', end, true);
  holding = end;
  return end;
}

/** A key as the keyboard gives it. */
export function pressOn(target: Element, key: string): void {
  target.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
}

/** Ends it where what was on its way has gone. */
export function releaseKeys(): void {
  holding?.();
}
