import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ErrorBody } from '#shared/protocol/errors.ts';
import { PATHS } from '#shared/protocol/sync.ts';

export interface NewerServer {
  url: string;
  /** From now on desks of this version are too old for it, or not any more. */
  refuse(isTooOld: boolean): void;
  close(): Promise<void>;
}

/** A server that speaks the next protocol but one: the real one, with what such a one answers to the syncing of this desk. */
export async function newerServerBefore(origin: string): Promise<NewerServer> {
  let refuses = true;
  const gateway = createServer((call, answer) => {
    const path = call.url ?? '/';
    if (refuses && [PATHS.pull, PATHS.push].some((each) => path.startsWith(each))) {
      const error = 'This application is too old for the server. Update it; your changes are kept.';
      const body: ErrorBody = { error, code: 'client-too-old' };
      call.resume();
      answer.writeHead(426, { 'content-type': 'application/json' }).end(JSON.stringify(body));
      return;
    }
    const { method, headers } = call;
    const onward = request(new URL(path, origin), { method, headers }, (response) => {
      answer.writeHead(response.statusCode ?? 502, response.headers);
      response.pipe(answer);
    });
    onward.on('error', () => answer.destroy());
    answer.on('close', () => onward.destroy());
    call.pipe(onward);
  });
  await new Promise<void>((resolve) => gateway.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(gateway.address() as AddressInfo).port}`,
    refuse: (isTooOld) => {
      refuses = isTooOld;
    },
    close: async () => {
      gateway.closeAllConnections();
      await new Promise((resolve) => gateway.close(resolve));
    },
  };
}
