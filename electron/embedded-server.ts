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
}

export interface EmbeddedServer {
  /**
   * Address of the server once it listens; the same after a restart. Rejects with the server's last words when it
   * ends before that.
   */
  readonly url: Promise<string>;
  /** Ends the server and waits for it to have ended. */
  stop(): Promise<void>;
}

const LISTENING = /Listening on (http:\/\/127\.0\.0\.1:\d+)\s/;
const PATIENCE_AT_END_MS = 5_000;

/**
 * Runs the sync server as a process of its own and keeps it running: after a crash it starts again on the same port,
 * waiting longer each time.
 * @param start starts the server with these arguments.
 * @param report told what the server prints and when it is started again.
 */
export function runEmbeddedServer(
  start: (args: string[]) => ServerProcess,
  dataFolder: string,
  report: (line: string) => void,
): EmbeddedServer {
  let stopping = false;
  const waits = new RestartWait();
  let timer: NodeJS.Timeout | undefined;

  const startOn = (port: string): ServerProcess => {
    const started = start(['--port', port, '--data', dataFolder, '--demo']);
    started.onOutput((text) => report(text.trimEnd()));
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
        keepRunning(port);
      }, wait);
    });
  };

  const url = listening(child, ended).then((address) => {
    keepRunning(new URL(address).port);
    return address;
  });

  return {
    url,
    stop: async () => {
      stopping = true;
      clearTimeout(timer);
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

function listening(child: ServerProcess, ended: Promise<number | null>): Promise<string> {
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
      const lastWords = said.trim().split('\n').at(-1) ?? '';
      reject(
        new Error(
          `The embedded server could not start (${code ?? 'ended by a signal'}). ${lastWords}`.trim(),
        ),
      );
    });
  });
}
