import { pressOn } from './hold-keys.ts';
import { openDialogs } from './open-dialogs.ts';

/** What the dialogs below do not hear it from. */
const KEEPS_IT = '[data-mantine-stop-propagation="true"]';

/**
 * One Escape closes one dialog. Each dialog of the library hears every Escape; those above a form keep it for themselves
 * while the focus is in them. A quick hand presses it again before a dialog that closed has given the focus back: then it
 * is of the uppermost one. To be called before any dialog opens: who listens first hears first.
 */
export function keepOneEscape(): void {
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape' || event.isComposing) return;
    const open = openDialogs();
    const top = open.at(-1);
    // Also the dialog itself has it where a button that is busy was pressed again.
    if (!top || open.length < 2 || (event.target !== document.body && event.target !== top)) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    const control =
      top.querySelector<HTMLElement>(`${KEEPS_IT}:not(:disabled)`) ??
      top.querySelector<HTMLElement>('[data-autofocus], input, button, [tabindex]') ??
      top;
    control.focus({ preventScroll: true });
    pressOn(control, 'Escape');
  };
  window.addEventListener('keydown', onKeyDown, true);
}
