import { SERVER_PROGRAM, start } from '../../tests/product/processes.ts';
import type { TestServer } from './server.ts';

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
  const running = await start(
    SERVER_PROGRAM,
    ['--port', String(port), '--data', dataFolder],
    /^Listening on (\S+)$/,
    [],
    { DATABASE_URL: databaseUrl ?? '' },
  );
  return {
    url: running.address,
    port: Number(new URL(running.address).port),
    kill: async () => {
      await running.stop('SIGKILL');
    },
    end: () => running.stop(),
  };
}
