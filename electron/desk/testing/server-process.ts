import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';

const root = resolve(import.meta.dirname, '../../..');
const PATIENCE_MS = 60_000;

export interface ServerProcess {
  url: string;
  port: number;
  /** Ends the process and waits for it. */
  stop(): Promise<void>;
}

/** Starts the real sync server, with demo data, as a process of its own. A given port is taken again. */
export async function startServerProcess(dataFolder: string, port = 0): Promise<ServerProcess> {
  const child = spawn(
    process.execPath,
    ['server/main.ts', '--port', String(port), '--data', dataFolder, '--demo'],
    { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] },
  );
  const url = await listening(child);
  return {
    url,
    port: Number(new URL(url).port),
    stop: async () => {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
    },
  };
}

function listening(child: ChildProcess): Promise<string> {
  return new Promise((done, failed) => {
    let said = '';
    const timer = setTimeout(() => {
      child.kill('SIGKILL');
      failed(new Error(`The server did not listen in time: ${said}`));
    }, PATIENCE_MS);
    const read = (chunk: Buffer): void => {
      said += chunk.toString('utf8');
      const found = /Listening on (http:\/\/\S+)/.exec(said);
      if (!found?.[1]) return;
      clearTimeout(timer);
      done(found[1]);
    };
    child.stdout?.on('data', read);
    child.stderr?.on('data', read);
    child.once('exit', (code) => {
      clearTimeout(timer);
      failed(new Error(`The server ended (${code}): ${said}`));
    });
  });
}
