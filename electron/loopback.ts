import { randomBytes, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { WebSocketServer, type RawData, type WebSocket } from 'ws';
import { connectBridge, type BridgedDesk } from './bridge-connection.ts';
import { isDownload, type Downloads } from './downloads.ts';
import { readPageFile } from './page-files.ts';
import { SECURITY_HEADERS } from './page-security.ts';

/** The application as served to a browser on this machine. */
export interface Loopback {
  /** `http://127.0.0.1:PORT` */
  origin: string;
  /** The address to open: it carries the token that lets a browser in. */
  address: string;
  /** Ends all connections. */
  close(): Promise<void>;
}

export interface LoopbackOptions {
  desk: BridgedDesk;
  /** Folder of the built renderer. */
  pages: string;
  /** Finished exports that a page may fetch. */
  downloads: Downloads;
  /** 0 takes a free port. */
  port: number;
  /** Told of faults that are not the user's. */
  report: (fault: unknown) => void;
}

/** The largest call a page may make, in bytes: a file of 5 MB as text, and room. */
const LARGEST_MESSAGE = 8 * 1024 * 1024;
/** A browser that reads slower than this many bytes behind is given up; it connects again. */
const FURTHEST_BEHIND = 64 * 1024 * 1024;

const REFUSALS = {
  host: [421, 'This address is not the one the application was started on. Open the address it printed.'],
  method: [405, 'Only pages can be fetched here.'],
  origin: [403, 'Another website asked for this. It was refused.'],
  session: [401, 'Open the address that the application printed when it was started.'],
  missing: [404, 'There is no such page.'],
} as const;

type Refusal = keyof typeof REFUSALS;

/**
 * Serves the built pages and binds the bridge to a WebSocket at `/bridge`, on 127.0.0.1 only.
 *
 * Other websites and programs of other users on this machine are kept out: the Host must be ours (no DNS rebinding),
 * the Origin must be ours, and the browser must hold the cookie that the token of the printed address is exchanged for.
 * @throws Error with one sentence when the port is taken.
 */
export async function serveLoopback(options: LoopbackOptions): Promise<Loopback> {
  const token = randomBytes(32).toString('base64url');
  const secret = randomBytes(32).toString('base64url');
  const sockets = new WebSocketServer({ noServer: true, maxPayload: LARGEST_MESSAGE });
  const server = createServer({ maxHeaderSize: 16 * 1024 });
  const port = await listen(server, options.port);
  const host = `127.0.0.1:${port}`;
  const origin = `http://${host}`;
  // Cookies do not tell ports apart; the name does, so that two instances do not sign each other out.
  const cookie = `placement-desk-${port}`;

  const refusalOf = (request: IncomingMessage, needsOrigin: boolean): Refusal | undefined => {
    if (request.headers.host !== host) return 'host';
    const from = request.headers.origin;
    if (from === undefined ? needsOrigin : from !== origin) return 'origin';
    if (
      request.headers['sec-fetch-site'] === 'cross-site' &&
      request.headers['sec-fetch-mode'] !== 'navigate'
    ) {
      return 'origin';
    }
    return undefined;
  };
  const isKnown = (request: IncomingMessage): boolean => sameText(readCookie(request, cookie), secret);

  server.on('request', (request, response) => {
    serve(request, response).catch((fault: unknown) => {
      options.report(fault);
      response.destroy();
    });
  });

  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const refused = refusalOf(request, false);
    if (refused) return refuse(response, refused);
    if (request.method !== 'GET' && request.method !== 'HEAD') return refuse(response, 'method');
    if (!URL.canParse(request.url ?? '', origin)) return refuse(response, 'missing');
    const url = new URL(request.url ?? '', origin);
    const given = url.searchParams.get('token');
    if (given !== null) {
      if (!sameText(given, token)) return refuse(response, 'session');
      url.searchParams.delete('token');
      response.writeHead(303, {
        ...SECURITY_HEADERS,
        // A path of two slashes would lead to another host.
        Location: `/${url.pathname.replace(/^\/+/, '')}${url.search}`,
        'Set-Cookie': `${cookie}=${secret}; HttpOnly; SameSite=Strict; Path=/`,
        'Cache-Control': 'no-store',
      });
      response.end();
      return undefined;
    }
    if (!isKnown(request)) return refuse(response, 'session');
    if (isDownload(url.pathname)) {
      const sent = request.method === 'GET' && (await options.downloads.send(url.pathname, response));
      return sent ? undefined : refuse(response, 'missing');
    }
    // The address as it was sent: URL has already folded `..` away, and the check of the path must see it.
    const file = await readPageFile(options.pages, (request.url ?? '').replace(/[?#].*$/s, ''));
    if (!file) return refuse(response, 'missing');
    response.writeHead(200, {
      ...SECURITY_HEADERS,
      'Content-Type': file.contentType,
      'Content-Length': file.body.byteLength,
      'Cache-Control': file.cacheControl,
    });
    response.end(request.method === 'HEAD' ? undefined : file.body);
    return undefined;
  };

  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    const path = (request.url ?? '').replace(/\?.*$/s, '');
    const refused =
      refusalOf(request, true) ?? (path !== '/bridge' ? 'missing' : isKnown(request) ? undefined : 'session');
    if (refused) {
      refuseUpgrade(socket, refused);
      return;
    }
    sockets.handleUpgrade(request, socket, head, (opened) => bind(opened, options));
  });

  return {
    origin,
    address: `${origin}/?token=${token}`,
    close: async () => {
      for (const socket of sockets.clients) socket.close(1001);
      server.closeAllConnections();
      await new Promise<void>((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets.clients) socket.terminate();
      });
    },
  };
}

function bind(socket: WebSocket, options: LoopbackOptions): void {
  const connection = connectBridge(
    options.desk,
    (message) => {
      if (socket.readyState !== socket.OPEN) return;
      if (socket.bufferedAmount > FURTHEST_BEHIND) socket.terminate();
      else socket.send(JSON.stringify(message));
    },
    options.report,
  );
  socket.on('message', (data, isBinary) => {
    const message = isBinary ? undefined : parse(textOf(data));
    if (message === undefined) socket.close(1003, 'Not a message of the application.');
    else connection.receive(message);
  });
  socket.on('close', () => connection.close());
  // A message over the size limit ends the connection; that is all there is to do about it.
  socket.on('error', () => socket.terminate());
}

function textOf(data: RawData): string {
  if (Array.isArray(data)) return Buffer.concat(data).toString('utf8');
  return Buffer.from(data instanceof ArrayBuffer ? new Uint8Array(data) : data).toString('utf8');
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function listen(server: ReturnType<typeof createServer>, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const taken = error.code === 'EADDRINUSE';
      reject(taken ? new Error(`Port ${port} is in use. Choose another with --port.`) : error);
    });
    server.listen({ host: '127.0.0.1', port, exclusive: true }, () => {
      const address = server.address();
      resolve(typeof address === 'object' && address ? address.port : port);
    });
  });
}

function refuse(response: ServerResponse, refusal: Refusal): undefined {
  const [status, sentence] = REFUSALS[refusal];
  response.writeHead(status, {
    ...SECURITY_HEADERS,
    'Content-Type': 'text/plain; charset=utf-8',
    'Cache-Control': 'no-store',
    Connection: 'close',
  });
  response.end(`${sentence}\n`);
  return undefined;
}

function refuseUpgrade(socket: Duplex, refusal: Refusal): void {
  const [status, sentence] = REFUSALS[refusal];
  socket.on('error', () => socket.destroy());
  socket.end(
    `HTTP/1.1 ${status} Refused\r\nContent-Type: text/plain; charset=utf-8\r\n` +
      `Content-Length: ${Buffer.byteLength(sentence)}\r\nConnection: close\r\n\r\n${sentence}`,
  );
}

function readCookie(request: IncomingMessage, name: string): string {
  for (const pair of (request.headers.cookie ?? '').split(';')) {
    const [key, value] = pair.trim().split('=', 2);
    if (key === name) return value ?? '';
  }
  return '';
}

/** Compares in a time that does not tell how much was right. */
function sameText(given: string, expected: string): boolean {
  const a = Buffer.from(given);
  const b = Buffer.from(expected);
  return a.length === b.length && timingSafeEqual(a, b);
}
