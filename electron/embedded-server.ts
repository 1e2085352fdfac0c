import { utilityProcess, type UtilityProcess } from 'electron';

export interface EmbeddedServer {
  /** Ends the server and waits for it to have ended. */
  stop(): Promise<void>;
  /** Address of the server; the same after a restart. */
  readonly url: string;
}

const LISTENING = /Listening on (http:\/\/127\.0\.0\.1:(\d+))/;
const FIRST_WAIT_MS = 250;
const LONGEST_WAIT_MS = 30_000;
/** A server that ran this long was well: its next crash is the first again. */
const WELL_AFTER_MS = 60_000;
const PATIENCE_AT_END_MS = 5_000;

/**
 * Starts the sync server as a process of its own and keeps it running: after a crash it starts again on the same port,
 * waiting longer each time.
 * @param module the built server.
 * @throws Error with the server's last words when it ends before it listens.
 */
export async function startEmbeddedServer(
  module: string,
  dataFolder: string,
  report: (line: string) => void,
): Promise<EmbeddedServer> {
  let stopping = false;
  let wait = FIRST_WAIT_MS;
  let timer: NodeJS.Timeout | undefined;
  let child: UtilityProcess;

  const start = (port: string): UtilityProcess =>
    utilityProcess.fork(module, ['--port', port, '--data', dataFolder, '--demo'], {
      serviceName: 'Sync server',
      stdio: 'pipe',
    });

  child = start('0');
  const { url, port } = await listening(child, report);

  const watch = (): void => {
    const startedAt = Date.now();
    child.once('exit', (code) => {
      if (stopping) return;
      if (Date.now() - startedAt > WELL_AFTER_MS) wait = FIRST_WAIT_MS;
      report(`The embedded server ended (${code}); it starts again in ${wait} ms.`);
      timer = setTimeout(() => {
        child = start(port);
        pass(child, report);
        watch();
      }, wait);
      wait = Math.min(wait * 2, LONGEST_WAIT_MS);
    });
  };
  watch();

  return {
    url,
    stop: () => {
      stopping = true;
      clearTimeout(timer);
      return endGently(child);
    },
  };
}

/** Asks a process to end, and ends it when it does not. */
export function endGently(child: UtilityProcess): Promise<void> {
  return new Promise((resolve) => {
    if (child.pid === undefined) {
      resolve();
      return;
    }
    const force = setTimeout(() => child.kill(), PATIENCE_AT_END_MS);
    child.once('exit', () => {
      clearTimeout(force);
      resolve();
    });
    child.postMessage({ type: 'shutdown' });
  });
}

function pass(child: UtilityProcess, report: (line: string) => void): void {
  const lines = (chunk: Buffer): void => report(chunk.toString('utf8').trimEnd());
  child.stdout?.on('data', lines);
  child.stderr?.on('data', lines);
}

function listening(
  child: UtilityProcess,
  report: (line: string) => void,
): Promise<{ url: string; port: string }> {
  pass(child, report);
  return new Promise((resolve, reject) => {
    let said = '';
    const read = (chunk: Buffer): void => {
      said += chunk.toString('utf8');
      const found = LISTENING.exec(said);
      if (found?.[1] && found[2]) {
        child.stdout?.off('data', read);
        resolve({ url: found[1], port: found[2] });
      }
    };
    child.stdout?.on('data', read);
    child.stderr?.on('data', (chunk: Buffer) => (said += chunk.toString('utf8')));
    child.once('exit', (code) =>
      reject(new Error(`The embedded server could not start (${code}). ${said.trim().split('\n').at(-1) ?? ''}`)),
    );
  });
}
