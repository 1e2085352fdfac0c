import { PlainError } from '#shared/protocol/errors.ts';
import { useState } from 'react';
import { mayTryAgain } from '../../components/messages/may-try-again.ts';
import { confirm, sentenceOf, showError, showToast } from '../../components/messages/messages.tsx';
import { unsentQuestion } from '../../components/sync/sync-wording.ts';
import { signOut } from '../../stores/session.ts';
import { rememberWipeWish, wipeWished } from '../../stores/wipe-wish.ts';
import { useSync } from '../../stores/sync.ts';
import { wipedText } from './wiped-text.ts';

/**
 * Logout (section 4): asks and ends the session. The guards lead to sign-in, as "/" does, by themselves: led there once
 * more, the form would begin anew and lose what the next user has typed already. While changes wait to be sent it says how many and
 * asks once more; they stay on this PC and are sent when the user returns. The rest of the data goes where the user
 * wishes so: what is nowhere else, such as a form that another window has open, is asked about first.
 */
export function useLogOut(): { logOut: () => Promise<void>; leaving: boolean } {
  const [leaving, setLeaving] = useState(false);

  const leave = async (evenIfWaiting: boolean, wipe: boolean): Promise<void> => {
    setLeaving(true);
    const before = useSync.getState();
    try {
      await signOut(evenIfWaiting, wipe);
      showToast({
        title: 'Logged out!',
        ...(wipe ? { message: wipedText(before) } : {}),
        autoClose: wipe ? 4_000 : 2_000,
      });
    } catch (error) {
      if (error instanceof PlainError && error.code === 'conflict' && !evenIfWaiting) {
        setLeaving(false);
        const lost = error.fields?.find(({ field }) => field === 'wipe')?.message;
        const anyway = await confirm({
          ...(lost === undefined
            ? unsentQuestion(useSync.getState().waiting)
            : { title: 'Not all of it is saved', message: lost, cancelFirst: true }),
          confirmLabel: 'Logout anyway',
          cancelLabel: 'Stay signed in',
          danger: true,
        });
        if (anyway) await leave(true, wipe);
        return;
      }
      const retry = (): Promise<void> => leave(evenIfWaiting, wipe);
      showError(sentenceOf(error, 'Logging out failed. Try again.'), mayTryAgain(error) ? { retry } : {});
    } finally {
      setLeaving(false);
    }
  };

  const logOut = async (): Promise<void> => {
    let wipe = wipeWished();
    const confirmed = await confirm({
      title: 'Are you sure?',
      message: 'You will be logged out!',
      confirmLabel: 'Logout',
      option: {
        label: 'Also remove the data from this computer',
        description: 'For a computer that others use too. It is fetched again when you sign in.',
        ticked: wipe,
        chosen: (ticked) => (wipe = ticked),
      },
    });
    if (!confirmed) return;
    rememberWipeWish(wipe);
    await leave(false, wipe);
  };

  return { logOut, leaving };
}
