import { z } from 'zod';
import { PATHS } from '#shared/protocol/sync.ts';
import { HealthWatch } from './health-watch.ts';
import { RestartWait } from './restart-wait.ts';

/** A process that runs the sync server, however it was started. */
export interface ServerProcess {
  /** Calls the listener with each piece of what the process prints. */
  onOutput(listener: (text: string) => void): void;
  /** Calls the listener once, when the process has ended. */
  onExit(listener: (code: number | null) => void): void;
  /** Asks the process to end in its own time. */
  end(): void;
  /** Ends it at once. */
  kill(): void;
  /** Sends a message over the process's own channel, where it has one. */
  post?(message: unknown): void;
  /** Calls the listener with each message that the process sends over its own channel. */
  onMessage?(listener: (message: unknown) => void): void;
}

/** What the desktop application asks its own server, beside the network. */
export type ServerQuestion =
  { type: 'is-first-start' } | { type: 'make-first-admin'; name: string; email: string; password: string };

const answerSchema = z.object({ type: z.literal('answer'), id: z.int(), result: z.string().nullable() });

/** Why the server cannot go on, as one sentence. It waits to be ended: what it prints may be lost at its end. */
const failedSchema = z.object({ type: z.literal('failed'), why: z.string() });

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
const PATIENCE_AT_END_MS = 5_000;
/** A server that was just started again may have to open its data first. */
const PATIENCE_OF_A_QUESTION_MS = 20_000;
const NO_ANSWER = 'The embedded server ended.';

/**
 * Runs the sync server as a process of its own and keeps it running: after a crash it starts again on the same port,
 * waiting longer each time. One that hangs is ended, and so starts again too.
 * @param start starts the server with these arguments.
 * @param report told what the server prints and when it is started again.
 * @param options.demo whether an empty server is filled with demo data and demo accounts.
 * @param options.askEveryMs how often it is asked whether it is well.
 */
export function runEmbeddedServer(
  start: (args: string[]) => ServerProcess,
  dataFolder: string,
  report: (line: string) => void,
  options: { demo: boolean; askEveryMs?: number },
): EmbeddedServer {
  const more = options.demo ? ['--demo'] : [];
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

  const startOn = (port: string): ServerProcess => {
    const started = start(['--embedded', '--port', port, '--data', dataFolder, ...more]);
    started.onOutput((text) => report(text.trimEnd()));
    started.onMessage?.((message) => {
      const failed = failedSchema.safeParse(message);
      if (failed.success) {
        failure = failed.data.why;
        started.kill();
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

  let child = startOn('0');
  let ended = whenEnded(child);

  const keepRunning = (port: string): void => {
    const startedAt = performance.now();
    void ended.then((code) => {
      if (stopping) return;
      const wait = waits.after(performance.now() - startedAt);
      report(`The embedded server ended (${code ?? 'by a signal'}); it starts again in ${wait} ms.`);
      timer = setTimeout(() => {
        child = startOn(port);
        ended = whenEnded(child);
        health?.started();
        keepRunning(port);
      }, wait);
    });
  };

  const endHung = (): void => {
    report('The embedded server has not answered for a long time; it is ended and started again.');
    child.kill();
  };

  const url = listening(child, ended, () => failure).then((address) => {
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
  failure: () => string | undefined,
): Promise<string> {
  return new Promise((resolve, reject) => {
    let said = '';
    let done = false;
    child.onOutput((text) => {
      if (done) return;
      said += text;
      const address = LISTENING.exec(said)?.[1];
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
