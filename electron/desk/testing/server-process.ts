import { start } from '../../../tests/product/processes.ts';

export interface ServerProcess {
  url: string;
  port: number;
  /** Ends the process and waits for it. */
  stop(signal?: NodeJS.Signals): Promise<void>;
}

/** Starts the real sync server, with demo data, as a process of its own. A given port is taken again. */
export async function startServerProcess(
  dataFolder: string,
  port = 0,
  settings: Readonly<Record<string, string>> = {},
): Promise<ServerProcess> {
  const args = ['--port', String(port), '--data', dataFolder, '--demo'];
  const running = await start('server/main.ts', args, /Listening on (\S+)/, [], settings);
  return {
    url: running.address,
    port: Number(new URL(running.address).port),
    stop: async (signal) => {
      await running.stop(signal);
    },
  };
}
