import { PlainError } from '#shared/protocol/errors.ts';
import { notifications } from '@mantine/notifications';
import { create } from 'zustand';
import { mayTryAgain } from './may-try-again.ts';
import { ToastBody } from './toast-body.tsx';

/** A toast stays this long unless told otherwise, in milliseconds. */
const TOAST_MS = 4_000;

export interface Toast {
  title: string;
  message?: string;
  /** A colour of the theme; default: that of a success. */
  color?: 'teal' | 'red' | 'yellow' | 'blue' | 'gray';
  /** Milliseconds, or false to stay until closed. */
  autoClose?: number | false;
  /** One thing to do about it, such as Undo. Pressing it closes the toast. */
  action?: { label: string; run: () => void };
}

export interface Confirmation {
  title: string;
  message: string;
  confirmLabel: string;
  cancelLabel?: string;
  /** The confirming button is red: what follows takes something away. */
  danger?: boolean;
  /** Enter gives the cancelling answer: what the other one takes away cannot be got back. */
  cancelFirst?: boolean;
  /** Something that may be wished along with it; `chosen` is told what was ticked when the user confirms. */
  option?: { label: string; description: string; ticked: boolean; chosen: (ticked: boolean) => void };
}

interface PopupBasis {
  id: number;
  /** On the clock of events, in milliseconds: a key that was pressed earlier is not meant for this popup. */
  since: number;
}

/** A popup that waits for an answer; shown one after the other by MessagesHost. */
export type Popup =
  | (Confirmation & PopupBasis & { kind: 'confirm'; answer: (confirmed: boolean) => void })
  | (PopupBasis & ErrorPopup);

type Retry = () => unknown;

interface ErrorPopup {
  kind: 'error';
  title: string;
  message: string;
  /** What Retry does; empty where there is no such button. */
  retries: readonly Retry[];
  /** How often it has failed: once, unless the user has pressed Retry. */
  times: number;
}

export const usePopups = create<{ open: readonly Popup[] }>(() => ({ open: [] }));

let nextId = 1;

function add(popup: Popup): void {
  usePopups.setState(({ open }) => ({ open: [...open, popup] }));
}

export function closePopup(id: number): void {
  usePopups.setState(({ open }) => ({ open: open.filter((popup) => popup.id !== id) }));
  answered.delete(id);
}

/** Popups that the user has answered and that still fade: what is said anew is not among them. */
const answered = new Set<number>();
/** How often what is tried again at this moment has failed so far, by its message. */
const triedAgain = new Map<string, number>();

/** Takes the user's answer to a popup, once; it stays until it has faded. */
export function answerPopup(popup: Popup, yes: boolean): void {
  if (answered.has(popup.id)) return;
  answered.add(popup.id);
  if (popup.kind === 'confirm') popup.answer(yes);
  else if (yes) void tryAgain(popup);
}

async function tryAgain({ message, retries, times }: ErrorPopup): Promise<void> {
  triedAgain.set(message, times);
  await Promise.allSettled(retries.map(async (retry) => retry()));
  triedAgain.delete(message);
}

/** What stands in the top bar: at most one message that offers something to do, and one that offers nothing. */
const standing: { acting: string | null; passing: string | null } = { acting: null, passing: null };

/** A short message in the top bar, for something that worked. It takes the place of the last one of its kind. */
export function showToast({ title, message, color = 'teal', autoClose = TOAST_MS, action }: Toast): void {
  const id = `toast-${nextId++}`;
  const place = action ? 'acting' : 'passing';
  if (standing.passing !== null) notifications.hide(standing.passing);
  if (action && standing.acting !== null) notifications.hide(standing.acting);
  standing.passing = null;
  standing[place] = id;
  const acting = action && {
    ...action,
    run: () => {
      notifications.hide(id);
      action.run();
    },
  };
  notifications.show({
    id,
    color,
    autoClose,
    role: 'status',
    closeButtonProps: { 'aria-label': 'Close message' },
    // The button beside the text, so that a message is no higher with it.
    message: <ToastBody {...{ title, message, action: acting }} />,
  });
}

/** Takes away what the standing message offers to do: it has been done, or would be done a second time. */
export function withdrawOffer(): void {
  if (standing.acting !== null) notifications.hide(standing.acting);
  standing.acting = null;
}

/**
 * Takes everything off the screen that was said to a user who is gone: it names people, and its buttons would act for
 * whoever comes next. What was asked is answered with no.
 */
export function forgetMessages(): void {
  notifications.clean();
  standing.acting = null;
  standing.passing = null;
  const { open } = usePopups.getState();
  for (const popup of open) {
    if (popup.kind === 'confirm') answerPopup(popup, false);
    answered.delete(popup.id);
  }
  triedAgain.clear();
  usePopups.setState({ open: [] });
}

/**
 * The catalogue's alert titled "Error" (section 8). The same message is not stacked upon itself: what could be tried
 * again for it is then tried together. One that fails again after Retry is shown again, and says how often.
 * @param options.retry offered as a Retry button, where trying again can help; a promise is waited for.
 */
export function showError(message: string, options: { retry?: Retry; title?: string } = {}): void {
  const retries = options.retry ? [options.retry] : [];
  const { open } = usePopups.getState();
  const known = open.find(
    (popup) => popup.kind === 'error' && popup.message === message && !answered.has(popup.id),
  );
  if (known) {
    const renewed = open.map((popup) =>
      popup === known && popup.kind === 'error'
        ? { ...popup, retries: [...popup.retries, ...retries] }
        : popup,
    );
    usePopups.setState({ open: renewed });
    return;
  }
  add({
    kind: 'error',
    id: nextId++,
    since: performance.now(),
    title: options.title ?? 'Error',
    message,
    retries,
    times: (triedAgain.get(message) ?? 0) + 1,
  });
}

/**
 * Says what failed and why, with a Retry only where trying again can help.
 * @param failure what failed, as the catalogue has it; the reason stands under it.
 */
export function showFailure(failure: string, error: unknown, retry: Retry): void {
  const lines = [failure, sentenceOf(error, '')].filter((line) => line !== '');
  showError(lines.join('\n'), mayTryAgain(error) ? { retry } : {});
}

/** Asks. Resolves to whether the user confirmed; focus returns to where it was. */
export function confirm(confirmation: Confirmation): Promise<boolean> {
  return new Promise((resolve) => {
    add({ ...confirmation, kind: 'confirm', id: nextId++, since: performance.now(), answer: resolve });
  });
}

/** The sentence of an error for the user; `otherwise` where it has none. */
export function sentenceOf(error: unknown, otherwise: string): string {
  return error instanceof PlainError && error.message !== '' ? error.message : otherwise;
}
