import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { PASSWORD_KEY, type TestServer } from './server.ts';

const program = resolve(import.meta.dirname, '../main.ts');

/** A server in a process of its own, on the data of a test server that was closed. */
export interface ServerProcess {
  url: string;
  port: number;
  /** Ends it as a power cut does, and waits for its end. */
  kill(): Promise<void>;
  /** Ends it as an administrator does; gives its exit code. */
  end(): Promise<number | null>;
}

/** Starts the server and waits until it listens; a given port is taken again. Throws with what it said. */
export async function startServerProcess(
  { dataFolder, databaseUrl }: Pick<TestServer, 'dataFolder' | 'databaseUrl'>,
  port = 0,
): Promise<ServerProcess> {
  const child = spawn(process.execPath, [program, '--port', String(port), '--data', dataFolder], {
    env: { ...process.env, PASSWORD_KEY, DATABASE_URL: databaseUrl ?? '' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = once(child, 'exit');
  const url = await listening(child);
  return {
    url,
    port: Number(new URL(url).port),
    kill: async () => {
      child.kill('SIGKILL');
      await ended;
    },
    end: async () => {
      child.kill('SIGTERM');
      await ended;
      return child.exitCode;
    },
  };
}

function listening(child: ChildProcess): Promise<string> {
  return new Promise((done, failed) => {
    let said = '';
    const read = (chunk: Buffer): void => {
      said += chunk.toString();
      const url = /^Listening on (\S+)$/m.exec(said)?.[1];
      if (url) done(url);
    };
    child.stdout?.on('data', read);
    child.stderr?.on('data', read);
    child.once('exit', () => failed(new Error(`The server ended before it listened: ${said}`)));
  });
}
