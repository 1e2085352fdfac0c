import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, it } from 'vitest';
import { LiveChannel } from '../sync/live-channel.ts';
import { ServerAccess } from './server-access.ts';
import { isPassing, NetworkFailure, ServerConnection } from './server-connection.ts';

const MEGABYTE = 1024 * 1024;

let server: Server | undefined;
/** Bytes that the server could send of what has no end. */
let poured = 0;

afterEach(async () => {
  const closing = server;
  closing?.closeAllConnections();
  await new Promise<void>((resolve) => (closing ? closing.close(() => resolve()) : resolve()));
  server = undefined;
});

async function answering(
  answer: (request: IncomingMessage, response: ServerResponse) => void,
): Promise<ServerConnection> {
  poured = 0;
  server = createServer(answer);
  await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve));
  return new ServerConnection(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
}

/** Sends without end, as fast as it is taken. */
function pour(response: ServerResponse): void {
  const chunk = Buffer.alloc(64 * 1024, 'a');
  const more = (): void => {
    while (!response.destroyed) {
      poured += chunk.length;
      if (!response.write(chunk)) return void response.once('drain', more);
    }
  };
  more();
}

const endless =
  (status: number) =>
  (_request: IncomingMessage, response: ServerResponse): void => {
    response.writeHead(status, { 'content-type': 'application/json' });
    response.write('{"text":"');
    pour(response);
  };

describe('an answer without an end', () => {
  it('is broken off, and said in a sentence', async () => {
    const connection = await answering(endless(200));
    const failure = await connection.call('/x', { body: {} }).catch((error: unknown) => error);
    expect(failure).toMatchObject({
      code: 'internal',
      message: expect.stringContaining('more than this computer takes') as string,
    });
    expect(isPassing(failure)).toBe(true);
    expect(poured).toBeLessThan(80 * MEGABYTE);
  });

  it('is broken off early where it is a picture, a refusal, or what follows an upload', async () => {
    const connection = await answering(endless(200));
    await expect(connection.download('/x', {})).rejects.toMatchObject({ code: 'internal' });
    expect(poured).toBeLessThan(20 * MEGABYTE);
    poured = 0;
    await expect(connection.upload('/x', new Uint8Array(10), {})).rejects.toMatchObject({ code: 'internal' });
    expect(poured).toBeLessThan(14 * MEGABYTE);
    server?.closeAllConnections();
    server?.close();
    const refusing = await answering(endless(500));
    await expect(refusing.call('/x', { body: {} })).rejects.toMatchObject({ code: 'unavailable' });
    expect(poured).toBeLessThan(14 * MEGABYTE);
  });

  it('is counted as it is unpacked', async () => {
    const packed = gzipSync(Buffer.alloc(200 * MEGABYTE, ' '));
    const connection = await answering((_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' });
      response.end(packed);
    });
    await expect(connection.call('/x', { body: {} })).rejects.toMatchObject({ code: 'internal' });
  });

  it('is not unfolded where that would take far more than it weighs', async () => {
    for (const text of [`[${'[],'.repeat(20_000_000)}0]`, '['.repeat(60_000_000)]) {
      const connection = await answering((_request, response) => response.end(text));
      const start = performance.now();
      await expect(connection.call('/x', { body: {} })).rejects.toMatchObject({ code: 'internal' });
      expect(performance.now() - start).toBeLessThan(15_000);
      server?.closeAllConnections();
      server?.close();
    }
  });

  it('is not begun where its length says so', async () => {
    const connection = await answering((_request, response) => {
      response.writeHead(200, { 'content-length': String(100 * MEGABYTE) });
      pour(response);
    });
    await expect(connection.call('/x', { body: {} })).rejects.toMatchObject({ code: 'internal' });
    expect(poured).toBeLessThan(10 * MEGABYTE);
  });

  it('is given up in time though it never stops dripping', async () => {
    const connection = await answering((_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      const drip = setInterval(() => response.write(' '), 20);
      response.on('close', () => clearInterval(drip));
    });
    const start = performance.now();
    await expect(connection.call('/x', { body: {}, patience: 300 })).rejects.toBeInstanceOf(NetworkFailure);
    expect(performance.now() - start).toBeLessThan(5_000);
  });

  it('on the live channel ends the channel', async () => {
    const connection = await answering((_request, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      pour(response);
    });
    const access = new ServerAccess(
      {
        connection,
        desk: { id: 'desk', name: 'Desk' },
        credentials: { email: 'a@b.test' },
        receipt: () => undefined,
        onRenewed: () => Promise.resolve(),
      },
      { token: 'token', expiresIn: 900, user: { _id: 'u', name: 'A', email: 'a@b.test', role: 'HR' } },
    );
    let channel: LiveChannel | undefined;
    const ended = await new Promise((resolve) => {
      channel = new LiveChannel(access, () => undefined, resolve);
    });
    channel?.close();
    expect(ended).toBeInstanceOf(Error);
    expect(poured).toBeLessThan(14 * MEGABYTE);
  });
});

describe('an answer that is not ours', () => {
  const page = (status: number) => (_request: IncomingMessage, response: ServerResponse) => {
    response.writeHead(status, { 'content-type': 'text/html' });
    response.end('<html><h1>nginx</h1></html>');
  };

  it('passes, and is named with its status', async () => {
    for (const status of [403, 404, 502, 503, 504]) {
      const connection = await answering(page(status));
      const failure = await connection.call('/x', { body: {} }).catch((error: unknown) => error);
      expect(isPassing(failure)).toBe(true);
      expect(String(failure)).toContain(`status ${status}`);
      server?.closeAllConnections();
      server?.close();
    }
  });

  it('says of a body that it is too large', async () => {
    const connection = await answering(page(413));
    await expect(connection.call('/x', { body: {} })).rejects.toMatchObject({ code: 'too-large' });
  });
});
