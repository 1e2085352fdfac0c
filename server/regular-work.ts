import { withoutValues } from './http/errors.ts';
import type { Services } from './services.ts';

const FIRST_AFTER_MS = 60_000;
const EVERY_MS = 6 * 60 * 60_000;

/**
 * Does something now and then for as long as the server runs, and not while it starts.
 * @param failed what the log says where it fails; it is tried again the next time
 * @param when how soon, and how often
 */
export function doRegularly(
  { logger, onClose }: Pick<Services, 'logger' | 'onClose'>,
  work: () => Promise<unknown>,
  failed: string,
  when = { firstAfterMs: FIRST_AFTER_MS, everyMs: EVERY_MS },
): void {
  let closed = false;
  const run = (): void => {
    work().catch((error: unknown) => {
      if (!closed) logger.error({ error: withoutValues(error) }, failed);
    });
  };
  const first = setTimeout(run, when.firstAfterMs).unref();
  const timer = setInterval(run, when.everyMs).unref();
  onClose(() => {
    closed = true;
    clearTimeout(first);
    clearInterval(timer);
  });
}
