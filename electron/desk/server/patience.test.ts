import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { Patience } from './patience.ts';
import { NetworkFailure, ServerConnection } from './server-connection.ts';

/** When a call is given up: a slow line that brings something is none that is dead. */

let server: Server | undefined;
afterEach(() => {
  server?.closeAllConnections();
  server?.close();
});

async function answering(answer: RequestListener): Promise<ServerConnection> {
  server = createServer(answer);
  await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve));
  return new ServerConnection(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
}

/** Sends so many bytes every 50 ms, for so many times; ends then unless it goes silent. */
const piecewise =
  (bytes: number, times: number, isSilentThen = false): RequestListener =>
  (_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    response.write('"');
    let left = times;
    const sending = setInterval(() => {
      left -= 1;
      response.write('x'.repeat(bytes));
      if (left > 0) return;
      clearInterval(sending);
      if (!isSilentThen) response.end('"');
    }, 50);
    response.on('close', () => clearInterval(sending));
  };

describe('an answer', () => {
  it('that takes longer than the patience comes in whole, as long as it goes on coming', async () => {
    const connection = await answering(piecewise(1_000, 30));
    expect(await connection.call<string>('/x', { body: {}, patience: 400 })).toHaveLength(30_000);
    const file = await connection.download('/x', { patience: 400 });
    expect(file.byteLength).toBe(30_002);
  });

  it('that falls silent in its middle is given up', async () => {
    const connection = await answering(piecewise(1_000, 3, true));
    await expect(connection.call('/x', { body: {}, patience: 400 })).rejects.toBeInstanceOf(NetworkFailure);
  });

  it('that goes on where nobody waits longer is given up too', async () => {
    const connection = await answering(piecewise(1_000, 1_000));
    await expect(connection.call('/x', { body: {}, atMost: 500 })).rejects.toBeInstanceOf(NetworkFailure);
  });
});

it('a call with a long body is waited for as long as a slow line takes to send it', async () => {
  const late: RequestListener = (request, response) => {
    request.resume();
    request.on('end', () => setTimeout(() => response.end('true'), 1_200));
  };
  const connection = await answering(late);
  const body = 'x'.repeat(40_000);
  expect(await connection.call('/x', { body, patience: 300 })).toBe(true);
  await expect(connection.call('/x', { body: '', patience: 300 })).rejects.toBeInstanceOf(NetworkFailure);
});

it('a call that has ended is not given up afterwards', async () => {
  const given: string[] = [];
  const silence = 50;
  const ended = new Patience(() => given.push('silent'), { silence, sent: 0 });
  const endedInTime = new Patience(() => given.push('late'), { silence: 10_000, atMost: silence, sent: 0 });
  // Begun after them, so that it is given up after them.
  const later = new Promise<void>((resolve) => new Patience(resolve, { silence, sent: 0 }));
  ended.end();
  endedInTime.end();
  await later;
  expect(given).toEqual([]);
});
