import { cpSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { SERVER_PROGRAM, start } from '../../../tests/product/processes.ts';
import { temporaryFolder } from './test-desk.ts';

export interface ServerProcess {
  url: string;
  port: number;
  /** Ends the process and waits for it. */
  stop(signal?: NodeJS.Signals): Promise<void>;
}

/** What a server with demo data leaves, made once in this process: to copy it takes less than to make it. */
let demoData: Promise<string> | undefined;

async function makeDemoData(): Promise<string> {
  const folder = temporaryFolder();
  process.once('exit', () => folder.remove());
  const running = await startServer(folder.path);
  await running.stop();
  return folder.path;
}

const startServer = (
  dataFolder: string,
  port = 0,
  settings: Readonly<Record<string, string>> = {},
): ReturnType<typeof start> => {
  const args = ['--port', String(port), '--data', dataFolder, '--demo'];
  return start(SERVER_PROGRAM, args, /Listening on (\S+)/, [], settings);
};

/** Starts the real sync server, with demo data, as a process of its own. A given port is taken again. */
export async function startServerProcess(
  dataFolder: string,
  port = 0,
  settings: Readonly<Record<string, string>> = {},
): Promise<ServerProcess> {
  if (!existsSync(join(dataFolder, 'server.db')))
    cpSync(await (demoData ??= makeDemoData()), dataFolder, { recursive: true });
  const running = await startServer(dataFolder, port, settings);
  return {
    url: running.address,
    port: Number(new URL(running.address).port),
    stop: async (signal) => {
      await running.stop(signal);
    },
  };
}
