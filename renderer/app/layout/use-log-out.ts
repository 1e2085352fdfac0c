import { PlainError } from '#shared/protocol/errors.ts';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { mayTryAgain } from '../../components/may-try-again.ts';
import { confirm, sentenceOf, showError, showToast } from '../../components/messages.tsx';
import { unsentQuestion } from '../../components/sync-wording.ts';
import { signOut } from '../../stores/session.ts';
import { useSync } from '../../stores/sync.ts';

/**
 * Logout (section 4): asks, ends the session and leads to "/". While changes wait to be sent it says how many and
 * asks once more; they stay on this PC and are sent when the user returns.
 */
export function useLogOut(): { logOut: () => Promise<void>; leaving: boolean } {
  const navigate = useNavigate();
  const [leaving, setLeaving] = useState(false);

  const leave = async (evenIfWaiting: boolean): Promise<void> => {
    setLeaving(true);
    try {
      await signOut(evenIfWaiting);
      showToast({ title: 'Logged out!', autoClose: 2_000 });
      await navigate('/');
    } catch (error) {
      if (error instanceof PlainError && error.code === 'conflict' && !evenIfWaiting) {
        const anyway = await confirm({
          ...unsentQuestion(useSync.getState().waiting),
          confirmLabel: 'Logout anyway',
          cancelLabel: 'Stay signed in',
          danger: true,
        });
        if (anyway) await leave(true);
        return;
      }
      const retry = (): Promise<void> => leave(evenIfWaiting);
      showError(sentenceOf(error, 'Logging out failed. Try again.'), mayTryAgain(error) ? { retry } : {});
    } finally {
      setLeaving(false);
    }
  };

  const logOut = async (): Promise<void> => {
    const confirmed = await confirm({
      title: 'Are you sure?',
      message: 'You will be logged out!',
      confirmLabel: 'Logout',
    });
    if (confirmed) await leave(false);
  };

  return { logOut, leaving };
}
