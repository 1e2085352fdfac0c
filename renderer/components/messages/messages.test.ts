import { PlainError } from '#shared/protocol/errors.ts';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { mayTryAgain } from './may-try-again.ts';
import {
  answerPopup,
  closePopup,
  confirm,
  forgetMessages,
  showError,
  showFailure,
  usePopups,
  type Popup,
} from './messages.tsx';
import { eventually } from '../../../tests/product/eventually.ts';

const open = (): readonly Popup[] => usePopups.getState().open;

function first(): Popup & { kind: 'error' } {
  const [popup] = open();
  if (popup?.kind !== 'error') throw new Error('No error is shown.');
  return popup;
}

beforeEach(() => {
  for (const { id } of open()) closePopup(id);
});

describe('a failure that fails again', () => {
  it('is shown again although its popup still fades, and says how often', async () => {
    const fail = async (): Promise<void> => showError('Failed to delete', { retry: fail });
    await fail();
    const shown = first();
    answerPopup(shown, true);
    // The popup has not faded yet.
    await eventually(() => expect(open()).toHaveLength(2));
    closePopup(shown.id);
    expect(first()).toMatchObject({ message: 'Failed to delete', times: 2 });
    answerPopup(first(), true);
    await eventually(() => expect(open()).toHaveLength(2));
    expect(open()[1]).toMatchObject({ times: 3 });
  });

  it('is shown again also where the answer comes long after the popup is gone', async () => {
    let later: () => void = () => undefined;
    const fail = (): Promise<void> =>
      new Promise((resolve) => {
        later = () => {
          showError('Failed to delete', { retry: fail });
          resolve();
        };
      });
    showError('Failed to delete', { retry: fail });
    const shown = first();
    answerPopup(shown, true);
    closePopup(shown.id);
    expect(open()).toEqual([]);
    later();
    expect(first()).toMatchObject({ times: 2 });
  });

  it('counts from the beginning once it was put away', async () => {
    showError('Failed to delete', { retry: () => undefined });
    answerPopup(first(), false);
    closePopup(first().id);
    showError('Failed to delete', { retry: () => undefined });
    expect(first()).toMatchObject({ times: 1 });
  });
});

it('the same message is not stacked, and Retry tries all that failed with it', async () => {
  const tried: string[] = [];
  showError('Failed to update order', { retry: () => tried.push('first') });
  showError('Failed to update order', { retry: () => tried.push('second') });
  expect(open()).toHaveLength(1);
  answerPopup(first(), true);
  // Pressed twice, it acts once.
  answerPopup(first(), true);
  await eventually(() => expect(tried).toEqual(['first', 'second']));
});

describe('Retry', () => {
  it.each([
    'forbidden',
    'invalid',
    'conflict',
    'not-found',
    'bad-request',
    'account-closed',
    'too-large',
  ] as const)('is not offered for what stays refused: %s', (code) => {
    showFailure('Failed to export CSV', new PlainError(code, 'A reason.'), () => undefined);
    expect(first()).toMatchObject({ message: 'Failed to export CSV\nA reason.', retries: [] });
  });

  it.each(['offline', 'unavailable', 'too-many-requests', 'internal'] as const)(
    'is offered for what may pass: %s',
    (code) => {
      showFailure('Failed to export CSV', new PlainError(code, 'A reason.'), () => undefined);
      expect(first().retries).toHaveLength(1);
    },
  );

  it('is offered for what nobody foresaw', () => {
    expect(mayTryAgain(new TypeError('x is not a function'))).toBe(true);
  });
});

it('what was said and asked goes with its user: questions are answered with no, and nothing can be tried again', async () => {
  const retry = vi.fn();
  showError('Failed to delete', { retry });
  const asked = confirm({ title: 'Are you sure?', message: 'Asha', confirmLabel: 'Delete' });
  const shown = first();
  forgetMessages();
  expect(open()).toEqual([]);
  expect(await asked).toBe(false);
  expect(retry).not.toHaveBeenCalled();
  // The next user's failure is the first of its kind.
  showError('Failed to delete', { retry });
  expect(first()).toMatchObject({ times: 1 });
  expect(first().id).not.toBe(shown.id);
});
