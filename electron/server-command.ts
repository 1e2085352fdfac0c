import { rm } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { z } from 'zod';
import type { ServerProcess } from './server-process.ts';

const doneSchema = z.object({ type: z.literal('done') });
const failedSchema = z.object({ type: z.literal('failed'), why: z.string() });

export interface RunningCommand {
  /** Why it failed, as a sentence; null where it is done. */
  ended: Promise<string | null>;
  /** Ends it at once. */
  stop(): Promise<void>;
}

/**
 * Runs a command of the server once, in a process of its own. The process says over its channel how it went and waits to
 * be ended: what it prints may be lost at its end.
 */
export function runServerCommand(start: () => ServerProcess): RunningCommand {
  const child = start();
  let why: string | null | undefined;
  child.onMessage?.((message) => {
    const failed = failedSchema.safeParse(message);
    if (failed.success) why = failed.data.why;
    else if (doneSchema.safeParse(message).success) why = null;
    else return;
    child.kill();
  });
  const ended = new Promise<string | null>((done) => {
    child.onExit((code) => done(why === undefined ? `The server ended (${code ?? 'by a signal'}).` : why));
  });
  return {
    ended,
    stop: async () => {
      child.kill();
      await ended;
    },
  };
}

/** Makes a backup in a folder; where it is ended in the middle it leaves nothing. */
export function runBackupCommand(
  start: (args: string[]) => ServerProcess,
  into: string,
  dataFolder: string,
  more: readonly string[] = [],
): RunningCommand {
  let said = '';
  const run = runServerCommand(() => {
    const child = start(['--embedded', '--backup', into, '--data', dataFolder, ...more]);
    child.onOutput((text) => (said = (said + text).slice(0, 4_000)));
    return child;
  });
  return {
    ended: run.ended,
    stop: async () => {
      await run.stop();
      const path = /^Writing (.+\.unfinished)$/m.exec(said)?.[1];
      if (path !== undefined && dirname(path) === resolve(into))
        await rm(path, { recursive: true, force: true });
    },
  };
}
