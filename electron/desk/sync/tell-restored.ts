import { isDiskRefusal } from '../storage/disk-trouble.ts';
import type { Workspace } from '../workspace/workspace.ts';

const RESTORED =
  'The server was restored from a backup. Your data is fetched again, and what the server had taken in from you since that backup is sent again. Look whether what you did last is there.';

/** The user is told why what others did last may look otherwise; once, as long as it has not been put away. */
export function tellRestored({ outbox: { notices } }: Workspace): void {
  if (notices.all().some(({ message }) => message === RESTORED)) return;
  try {
    notices.add(RESTORED, new Date().toISOString());
  } catch (error) {
    // What is done about it matters more than that it is told.
    if (!isDiskRefusal(error)) throw error;
  }
}
