import { bridge } from '../../bridge/bridge.ts';
import { showFailure } from '../messages/messages.tsx';

/** Ends the application, which installs what is ready and starts again. Whoever has a form open is asked first. */
export async function restartToUpdate(): Promise<void> {
  try {
    await bridge.call('updates.restart', {});
  } catch (error) {
    showFailure('Failed to restart', error, restartToUpdate);
  }
}
