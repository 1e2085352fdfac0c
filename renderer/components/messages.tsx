import { PlainError } from '#shared/protocol/errors.ts';
import { Button, Group, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { create } from 'zustand';

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
  | (PopupBasis & { kind: 'error'; title: string; message: string; retry: (() => void) | null });

export const usePopups = create<{ open: readonly Popup[] }>(() => ({ open: [] }));

let nextId = 1;

function add(popup: Popup): void {
  usePopups.setState(({ open }) => ({ open: [...open, popup] }));
}

export function closePopup(id: number): void {
  usePopups.setState(({ open }) => ({ open: open.filter((popup) => popup.id !== id) }));
}

/** The message that the next one takes the place of: there is nothing to do about it any more. */
let passing: string | null = null;

/** A short message in the top bar, for something that worked. Two stand there only where one offers something to do. */
export function showToast({ title, message, color = 'teal', autoClose = TOAST_MS, action }: Toast): void {
  const id = `toast-${nextId++}`;
  if (passing !== null) notifications.hide(passing);
  passing = action ? null : id;
  const act = (): void => {
    notifications.hide(id);
    action?.run();
  };
  notifications.show({
    id,
    color,
    autoClose,
    role: 'status',
    closeButtonProps: { 'aria-label': 'Close message' },
    // The button beside both lines, so that a message is no higher with it.
    message: (
      <Group justify="space-between" wrap="nowrap" gap="md">
        <div>
          {/* As one text it reads as the catalogue writes it: "Updated! Candidate updated successfully." */}
          <Text size="sm" fw={600} c="var(--mantine-color-text)">
            {title}{' '}
          </Text>
          {message !== undefined && (
            <Text size="sm" c="var(--mantine-color-text)">
              {message}
            </Text>
          )}
        </div>
        {action && (
          <Button size="compact-sm" variant="light" flex="none" onClick={act}>
            {action.label}
          </Button>
        )}
      </Group>
    ),
  });
}

/**
 * The catalogue's alert titled "Error" (section 8). The same message is not stacked upon itself.
 * @param options.retry offered as a Retry button, where trying again can help.
 */
export function showError(message: string, options: { retry?: () => void; title?: string } = {}): void {
  const known = usePopups
    .getState()
    .open.some((popup) => popup.kind === 'error' && popup.message === message);
  if (known) return;
  add({
    kind: 'error',
    id: nextId++,
    since: performance.now(),
    title: options.title ?? 'Error',
    message,
    retry: options.retry ?? null,
  });
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
