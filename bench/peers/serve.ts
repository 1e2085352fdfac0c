import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Stored } from './stored.ts';

export type Answer = (request: IncomingMessage, response: ServerResponse, url: URL) => Promise<void> | void;

/** Listens on a free port of this computer, says where, and ends when it is told to. */
export function serve(answer: Answer, stored: () => Promise<Stored>): void {
  const whole: Answer = async (request, response, url) =>
    url.pathname === '/stored' ? sendJson(response, await stored()) : answer(request, response, url);
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://127.0.0.1');
    Promise.resolve(whole(request, response, url)).catch((error: unknown) =>
      response.writeHead(500).end(String(error)),
    );
  });
  // A first sync is one long answer for some of them.
  server.requestTimeout = 0;
  // A connection that is closed just when a client writes on it again would end that client.
  server.keepAliveTimeout = 600_000;
  server.listen(0, '127.0.0.1', () => {
    process.stdout.write(`Listening on http://127.0.0.1:${(server.address() as AddressInfo).port}\n`);
  });
  process.once('SIGTERM', () => process.exit(0));
}

export async function bodyOf(request: IncomingMessage): Promise<unknown> {
  let text = '';
  for await (const chunk of request.setEncoding('utf8')) text += chunk as string;
  return JSON.parse(text);
}

export function sendJson(response: ServerResponse, value: unknown): void {
  response.setHeader('content-type', 'application/json').end(JSON.stringify(value));
}
