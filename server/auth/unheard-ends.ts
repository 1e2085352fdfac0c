import type { Services } from '../services.ts';

const LOOK_EVERY_MS = 5_000;

/**
 * Looks now and then whether sessions have ended of which nobody told this process: on PostgreSQL an announcement is lost
 * with its connection, and a command beside a running server makes none.
 */
export function watchUnheardEnds({ sessions, onClose }: Pick<Services, 'sessions' | 'onClose'>): void {
  let looking = false;
  const timer = setInterval(() => {
    if (looking) return;
    looking = true;
    // Where the database is not there just now, it is asked again.
    void sessions
      .tellUnheard()
      .catch(() => undefined)
      .finally(() => (looking = false));
  }, LOOK_EVERY_MS).unref();
  onClose(() => clearInterval(timer));
}
