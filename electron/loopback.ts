import { randomBytes, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { LOOPBACK_PROTOCOLS } from '#shared/protocol/bridge.ts';
import { WebSocketServer, type RawData, type WebSocket } from 'ws';
import { connectBridge, type BridgedDesk } from './bridge-connection.ts';
import { isDownload, type Downloads } from './downloads.ts';
import { readPageFile } from './page-files.ts';
import { SECURITY_HEADERS } from './page-security.ts';

/** The application as served to a browser on this machine. */
export interface Loopback {
  /** `http://127.0.0.1:PORT` */
  origin: string;
  /** The address to open: it carries the key that lets its page in. */
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

/** The largest call a page may make, in bytes: a document of 10 MB as text, and room. */
const LARGEST_MESSAGE = 16 * 1024 * 1024;
/** A browser that reads slower than this many bytes behind is given up; it connects again. */
const FURTHEST_BEHIND = 64 * 1024 * 1024;
/** A page that is not let in is told so by this code as well, and has a moment to close its side. */
const NOT_LET_IN = 4_401;
const FAREWELL_MS = 1_000;

const REFUSALS = {
  host: [421, 'This address is not the one the application was started on. Open the address it printed.'],
  method: [405, 'Only pages can be fetched here.'],
  origin: [403, 'Another website asked for this. It was refused.'],
  missing: [404, 'There is no such page.'],
} as const;

type Refusal = keyof typeof REFUSALS;

/**
 * Serves the built pages and binds the bridge to a WebSocket at `/bridge`, on 127.0.0.1 only.
 *
 * Other websites and programs of other users on this machine are kept out: the Host must be ours (no DNS rebinding),
 * the Origin must be ours, and the page must have the key of the printed address. The page keeps it in the storage of
 * its origin and names it when it opens the WebSocket. A cookie would not do: browsers send it to every port of this
 * computer. The pages themselves hold nothing secret; a download's path cannot be guessed.
 * @throws Error with one sentence when the port is taken.
 */
export async function serveLoopback(options: LoopbackOptions): Promise<Loopback> {
  const key = randomBytes(32).toString('base64url');
  const isKnown = (request: IncomingMessage): boolean =>
    offeredProtocols(request).some((offered) => sameText(offered, key));
  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: LARGEST_MESSAGE,
    handleProtocols: (_offered, request) =>
      isKnown(request) ? LOOPBACK_PROTOCOLS.letIn : LOOPBACK_PROTOCOLS.refused,
  });
  const server = createServer({ maxHeaderSize: 16 * 1024 });
  const port = await listen(server, options.port);
  const host = `127.0.0.1:${port}`;
  const origin = `http://${host}`;

  const refusalOf = (request: IncomingMessage, needsOrigin: boolean): Refusal | undefined => {
    if (request.headers.host !== host) return 'host';
    const from = request.headers.origin;
    if (from === undefined ? needsOrigin : from !== origin) return 'origin';
    if (isAskedElsewhere(request) && request.headers['sec-fetch-mode'] !== 'navigate') return 'origin';
    return undefined;
  };

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
    if (isDownload(url.pathname)) {
      if (isAskedElsewhere(request)) return refuse(response, 'origin');
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
    const refused = refusalOf(request, true) ?? (path === '/bridge' ? undefined : 'missing');
    if (refused) {
      refuseUpgrade(socket, refused);
      return;
    }
    sockets.handleUpgrade(request, socket, head, (opened) => {
      if (isKnown(request)) bind(opened, options);
      else sendAway(opened);
    });
  });

  return {
    origin,
    address: `${origin}/?token=${key}`,
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

function sendAway(socket: WebSocket): void {
  socket.on('error', () => socket.terminate());
  socket.close(NOT_LET_IN, 'Open the address that the application printed when it was started.');
  setTimeout(() => socket.terminate(), FAREWELL_MS).unref();
}

/** Whether a browser says that a page of another origin asked, which may be another port of this computer. */
function isAskedElsewhere(request: IncomingMessage): boolean {
  const site = request.headers['sec-fetch-site'];
  return site !== undefined && site !== 'same-origin' && site !== 'none';
}

function offeredProtocols(request: IncomingMessage): string[] {
  return (request.headers['sec-websocket-protocol'] ?? '').split(',').map((offered) => offered.trim());
}

/** Compares in a time that does not tell how much was right. */
function sameText(given: string, expected: string): boolean {
  const a = Buffer.from(given);
  const b = Buffer.from(expected);
  return a.length === b.length && timingSafeEqual(a, b);
}
