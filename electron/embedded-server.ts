import { z } from 'zod';
import { PATHS } from '#shared/protocol/sync.ts';
import { HealthWatch } from './health-watch.ts';
import { runBackupCommand, type RunningCommand } from './server-command.ts';
import type { ServerProcess } from './server-process.ts';
import { RestartWait } from './restart-wait.ts';

/** What the desktop application asks its own server, beside the network. */
export type ServerQuestion =
  | { type: 'is-first-start' }
  | { type: 'set-backup-folder'; folder: string }
  | { type: 'network'; own: string }
  | { type: 'permit-network'; own: string; token: string; what: 'open' | 'close' | 'new-key' | 'move' }
  | { type: 'make-first-admin'; name: string; email: string; password: string };

const answerSchema = z.object({ type: z.literal('answer'), id: z.int(), result: z.string().nullable() });

/** Why the server cannot go on, as one sentence. It waits to be ended: what it prints may be lost at its end. */
const failedSchema = z.object({
  type: z.literal('failed'),
  why: z.string(),
  /** Its database is damaged, and these are its backups, the newest first. */
  backups: z.array(z.object({ folder: z.string(), at: z.iso.datetime() })).optional(),
});

/** The database of the server is damaged; what can take its place, the newest first. */
export interface Damage {
  backups: readonly { folder: string; at: string }[];
}

/** The server inside the application has no Node to start a process with. */
const makeBackupSchema = z.object({ type: z.literal('make-backup'), into: z.string() });

export interface EmbeddedServer {
  /**
   * Address of the server once it listens; the same after a restart. Rejects with the server's last words when it
   * ends before that.
   */
  readonly url: Promise<string>;
  /** Asks the server over its process's own channel, which no network reaches; rejects where it ends meanwhile. */
  ask(question: ServerQuestion): Promise<string | null>;
  /** Ends the server and waits for it to have ended. */
  stop(): Promise<void>;
}

const LISTENING = /Listening on (http:\/\/127\.0\.0\.1:\d+)\s/;
/** On every network of this PC, and never in the clear. */
const LISTENING_TO_ALL = /Listening on (https:\/\/0\.0\.0\.0:\d+)\s/;
const PATIENCE_AT_END_MS = 5_000;
/** A server that was just started again may have to open its data first. */
const PATIENCE_OF_A_QUESTION_MS = 20_000;
const NO_ANSWER = 'The embedded server ended.';

export interface EmbeddedServerOptions {
  /** Whether an empty server is filled with demo data and demo accounts. */
  demo: boolean;
  /** The port on which it answers other PCs too, over HTTPS; without it, this PC alone. */
  networkPort?: number;
  /** Hears why it cannot start again after a crash; it is not tried any more. */
  onCannotStart?: (why: string) => void;
  /** How often it is asked whether it is well. */
  askEveryMs?: number;
  /** Where its daily backups go, asked at each start; null for none. */
  backupFolder?: () => string | null;
  /** Mends damaged data, after which it is started again; rejects where that cannot be, or is not wanted. */
  mend?: (damage: Damage) => Promise<void>;
}

/**
 * Runs the sync server as a process of its own and keeps it running: after a crash it starts again on the same port,
 * waiting longer each time. One that hangs is ended, and so starts again too.
 * @param start starts the server with these arguments.
 * @param report told what the server prints and when it is started again.
 */
export function runEmbeddedServer(
  start: (args: string[]) => ServerProcess,
  dataFolder: string,
  report: (line: string) => void,
  options: EmbeddedServerOptions,
): EmbeddedServer {
  const more = (): string[] => {
    const folder = options.backupFolder?.() ?? null;
    return [
      ...(options.demo ? ['--demo'] : []),
      ...(options.networkPort === undefined ? [] : ['--network']),
      ...(folder === null ? [] : ['--backup-dir', folder]),
    ];
  };
  const waiting = new Map<
    number,
    { resolve: (result: string | null) => void; reject: (error: Error) => void }
  >();
  let lastQuestion = 0;
  let stopping = false;
  let running = true;
  const waits = new RestartWait();
  let timer: NodeJS.Timeout | undefined;
  let health: HealthWatch | undefined;
  let failure: string | undefined;
  let damage: Damage | undefined;
  let backup: RunningCommand | undefined;

  const startOn = (port: string): ServerProcess => {
    const started = start(['--embedded', '--port', port, '--data', dataFolder, ...more()]);
    started.onOutput((text) => report(text.trimEnd()));
    started.onMessage?.((message) => {
      const failed = failedSchema.safeParse(message);
      if (failed.success) {
        failure = failed.data.why;
        if (failed.data.backups) damage = { backups: failed.data.backups };
        started.kill();
      }
      const wanted = makeBackupSchema.safeParse(message);
      if (wanted.success) {
        // One of a server that crashed meanwhile goes on.
        backup ??= runBackupCommand(start, wanted.data.into, dataFolder);
        void backup.ended.then((why) => {
          backup = undefined;
          if (running) child.post?.({ type: 'backup-made', why });
        });
      }
      const answer = answerSchema.safeParse(message);
      if (!answer.success) return;
      waiting.get(answer.data.id)?.resolve(answer.data.result);
      waiting.delete(answer.data.id);
    });
    running = true;
    started.onExit(() => {
      running = false;
      for (const { reject } of waiting.values()) reject(new Error(NO_ANSWER));
      waiting.clear();
    });
    return started;
  };

  const firstPort = String(options.networkPort ?? 0);
  const says = options.networkPort === undefined ? LISTENING : LISTENING_TO_ALL;
  let child = startOn(firstPort);
  let ended = whenEnded(child);

  const keepRunning = (port: string): void => {
    const startedAt = performance.now();
    const goOn = async (code: number | null): Promise<void> => {
      if (stopping) return;
      if (damage && options.mend) await mended();
      if (stopping) return;
      if (failure !== undefined && options.onCannotStart) {
        options.onCannotStart(failure);
        return;
      }
      const wait = waits.after(performance.now() - startedAt);
      report(`The embedded server ended (${code ?? 'by a signal'}); it starts again in ${wait} ms.`);
      timer = setTimeout(() => {
        child = startOn(port);
        ended = whenEnded(child);
        health?.started();
        keepRunning(port);
      }, wait);
    };
    ended
      .then(goOn)
      .catch((error: unknown) => report(error instanceof Error ? error.message : String(error)));
  };

  const endHung = (): void => {
    report('The embedded server has not answered for a long time; it is ended and started again.');
    child.kill();
  };

  /** Rejects where there is nothing to mend, or that was not done. */
  const mended = async (): Promise<void> => {
    const found = damage;
    if (!found || !options.mend || stopping) throw new Error(failure ?? NO_ANSWER);
    await options.mend(found);
    damage = undefined;
    failure = undefined;
  };

  const firstStart = async (): Promise<string> => {
    try {
      return await listening(child, ended, says, () => failure);
    } catch (error) {
      if (!damage || !options.mend) throw error;
      await mended();
      child = startOn(firstPort);
      ended = whenEnded(child);
      return firstStart();
    }
  };

  const url = firstStart().then((address) => {
    keepRunning(new URL(address).port);
    health = new HealthWatch(new URL(PATHS.health, address).href, () => running, endHung, options.askEveryMs);
    if (stopping) health.stop();
    return address;
  });

  return {
    url,
    ask: async (question) => {
      await url;
      lastQuestion += 1;
      const id = lastQuestion;
      // Between its end and its next start nobody would hear the question.
      if (!running) throw new Error(NO_ANSWER);
      return new Promise<string | null>((resolve, reject) => {
        const patience = setTimeout(() => {
          waiting.delete(id);
          reject(new Error(NO_ANSWER));
        }, PATIENCE_OF_A_QUESTION_MS);
        const settle =
          <Outcome>(work: (outcome: Outcome) => void) =>
          (outcome: Outcome): void => {
            clearTimeout(patience);
            work(outcome);
          };
        waiting.set(id, { resolve: settle(resolve), reject: settle(reject) });
        child.post?.({ ...question, id });
      });
    },
    stop: async () => {
      stopping = true;
      clearTimeout(timer);
      health?.stop();
      await backup?.stop();
      const force = setTimeout(() => child.kill(), PATIENCE_AT_END_MS);
      child.end();
      await ended;
      clearTimeout(force);
    },
  };
}

function whenEnded(child: ServerProcess): Promise<number | null> {
  return new Promise((resolve) => child.onExit(resolve));
}

function listening(
  child: ServerProcess,
  ended: Promise<number | null>,
  says: RegExp,
  failure: () => string | undefined,
): Promise<string> {
  return new Promise((resolve, reject) => {
    let said = '';
    let done = false;
    child.onOutput((text) => {
      if (done) return;
      said += text;
      const address = says.exec(said)?.[1]?.replace('0.0.0.0', '127.0.0.1');
      if (address === undefined) return;
      done = true;
      resolve(address);
    });
    void ended.then((code) => {
      const why = failure();
      const lastWords = why ?? said.trim().split('\n').at(-1) ?? '';
      const how = why === undefined ? ` (${code ?? 'ended by a signal'})` : '';
      reject(new Error(`The embedded server could not start${how}. ${lastWords}`.trim()));
    });
  });
}
