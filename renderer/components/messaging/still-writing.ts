import { useLogging } from '../activities/log-call.ts';
import { showToast } from '../messages/messages.tsx';
import { useMessaging } from './asked-message.ts';

/**
 * Whether a message or a note of a call is open, and says so: it lies above everything but questions, so that what opened now would be
 * behind it, with the keys.
 */
export function isStillWriting(): boolean {
  if (!useMessaging.getState().open && !useLogging.getState().open) return false;
  showToast({
    title: 'What you are writing is still open.',
    message: 'Finish it or close it first.',
    color: 'yellow',
  });
  return true;
}
