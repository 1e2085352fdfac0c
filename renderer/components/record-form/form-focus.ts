import { useEffect, type KeyboardEvent, type RefObject } from 'react';
import { isFocusLost } from '../keyboard/keep-focus.ts';
import type { FormMode } from './form-settings.ts';

const FIELD = 'input:not([type="hidden"]), textarea, [contenteditable="true"]';
/** Of a field of several parts, the one that is wrong. */
const WRONG = '[aria-invalid="true"]';

/** Puts the focus where the user goes on: into the first field, or one that is wanted, or on the text that is read. */
export function useOpeningFocus(
  body: RefObject<HTMLElement | null>,
  opening: { ready: boolean; mode: FormMode; startId: string | undefined; wanted?: string | undefined },
): void {
  const { ready, mode, startId, wanted } = opening;
  useEffect(() => {
    if (!ready) return;
    // Reachable by Tab while the form is only read, so that it can be scrolled by keys.
    body.current?.setAttribute('tabindex', mode === 'view' ? '0' : '-1');
    // After the dialog's own focus, which goes to its first button in the next task.
    const timer = setTimeout(() => {
      const start = startId === undefined ? null : document.getElementById(startId);
      if (mode === 'view') body.current?.focus();
      else if (wanted !== undefined) focusError(body.current, [wanted], { [wanted]: '' });
      else focusFirst(start ?? body.current);
      start?.scrollIntoView({ block: 'start' });
    });
    return () => clearTimeout(timer);
  }, [body, ready, mode, startId, wanted]);
}

/** Where the focus was, and where else it may go back to: the first that is still there has it. */
export type Openers = readonly Element[];

/**
 * Where the focus is. An entry of a menu goes with its menu, which its button opened; the buttons of a row are made anew
 * with it, in the same cell.
 */
export function openersNow(): Openers {
  const { activeElement: active } = document;
  if (!active || active === document.body) return [];
  const menu = active.closest('[role="menu"]');
  const button = menu && document.getElementById(menu.getAttribute('aria-labelledby') ?? '');
  return [active, button, active.closest('[role="gridcell"]')].filter((each) => each !== null);
}

/**
 * Puts the focus back to where it was before the dialog, where closing has not: a question that was asked on the way
 * gives it back into the dialog, which goes.
 */
export function giveFocusBack(openers: Openers): void {
  const lost = isFocusLost() || Boolean(document.activeElement?.closest('[role="dialog"]'));
  const opener = lost ? openers.find((each) => each.isConnected) : undefined;
  if (opener instanceof HTMLElement) opener.focus({ preventScroll: true });
}

/** Puts the focus into the first field of a part of the form. */
export function focusFirst(part: HTMLElement | null): void {
  part?.querySelector<HTMLElement>(FIELD)?.focus();
}

/** Puts the focus into the first field, in the order given, that has an error; the errors are shown already. */
export function focusError(
  body: HTMLElement | null,
  order: readonly string[],
  errors: Readonly<Record<string, string>>,
): void {
  const name = order.find((one) => errors[one] !== undefined);
  const field = name && body?.querySelector<HTMLElement>(`[data-field="${CSS.escape(name)}"]`);
  if (!field) return;
  const inside = field.querySelector<HTMLElement>(WRONG) ?? field.querySelector<HTMLElement>(FIELD);
  const target = field.matches(FIELD) ? field : (inside ?? field);
  target.focus({ preventScroll: true });
  target.scrollIntoView({ block: 'center' });
}

/** Keeps the field that one types in on the screen when news below the form take room from it. */
export function useFieldInSight(body: RefObject<HTMLElement | null>, news: number): void {
  useEffect(() => {
    const field = document.activeElement;
    if (news > 0 && body.current?.contains(field)) field?.scrollIntoView({ block: 'nearest' });
  }, [body, news]);
}

/** Whether Enter was pressed in a line of text of the form; in a list of choices it takes one. */
export function isEnterInLine(
  { key, nativeEvent, target }: KeyboardEvent<HTMLElement>,
  form: HTMLElement | null,
): boolean {
  if (key !== 'Enter' || nativeEvent.isComposing || !(target instanceof HTMLInputElement)) return false;
  return (
    form?.contains(target) === true &&
    target.type !== 'checkbox' &&
    target.getAttribute('role') !== 'combobox'
  );
}
