import { fork } from 'node:child_process';
import type { Logger } from 'pino';
import type { Configuration } from '../configuration/configuration.ts';
import { DAY_MS, INDIA_OFFSET_MS } from '#shared/format/time.ts';

const LOOK_MS = 60_000;

/** Milliseconds from `now` until it is `HH:MM` in India. */
export function untilNext(time: string, now: number): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  const midnight = Math.floor((now + INDIA_OFFSET_MS) / DAY_MS) * DAY_MS - INDIA_OFFSET_MS;
  const today = midnight + (hours * 60 + minutes) * 60_000;
  return today > now ? today - now : today + DAY_MS - now;
}

/** When the next backup is due: a clock that was put back since does not put it off by more than a day. */
export const nextBackup = (time: string, planned: number, now: number): number =>
  planned - now > DAY_MS ? now + untilNext(time, now) : planned;

/**
 * Makes a backup every day, in a process of its own, so that no call waits for it.
 * @returns the way to stop.
 */
export function scheduleBackups(configuration: Configuration, logger: Logger, program: string): () => void {
  const { backupFolder, backupKeep, backupAt, dataFolder } = configuration;
  if (backupFolder === null) return () => undefined;
  let timer: NodeJS.Timeout;
  let next = Date.now() + untilNext(backupAt, Date.now());
  const look = (): void => {
    next = nextBackup(backupAt, next, Date.now());
    if (Date.now() >= next) {
      run();
      next = Date.now() + untilNext(backupAt, Date.now());
    }
    // Not one long wait: the clock of a computer that slept went on without it.
    timer = setTimeout(look, Math.min(next - Date.now(), LOOK_MS));
    timer.unref();
  };
  const run = (): void => {
    const child = fork(
      program,
      ['--backup', backupFolder, '--keep', String(backupKeep), '--data', dataFolder],
      {
        stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
      },
    );
    let said = '';
    child.stderr?.on('data', (chunk: Buffer) => (said += chunk.toString().slice(0, 2_000)));
    child.once('exit', (code) => {
      if (code === 0) logger.info('the daily backup is made');
      else logger.error({ said }, 'the daily backup failed');
    });
  };
  look();
  return () => clearTimeout(timer);
}
