import tls from 'node:tls';
import type { buildConnector } from 'undici';
import { serverKeyOf } from '#shared/node/server-key.ts';
import { OTHER_KEY } from './untrusted-server.ts';

export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

/** A connection that no certificate comes of is given up. */
const HANDSHAKE_MS = 10_000;

/**
 * How the desk asks its server. Over HTTPS a certificate counts that this PC's system trusts, private authorities of the
 * office too; where the PC was given the server's key, that key alone counts, whoever signed it and until when.
 * @param key SHA-256 of the public key, base64url
 */
export function fetchOf(key: string | undefined): Fetch {
  let secure: Promise<Fetch> | undefined;
  return async (url, init) => {
    if (!url.startsWith('https:')) return fetch(url, init);
    // Loaded by those who need it: a PC with a server of its own speaks to it without TLS.
    secure ??= secureFetch(key);
    return (await secure)(url, init);
  };
}

async function secureFetch(key: string | undefined): Promise<Fetch> {
  const { Agent, buildConnector: connectorOf, fetch: askBy } = await import('undici');
  // Each connection shows its certificate: one that goes on with an earlier session might not.
  const whole = { timeout: HANDSHAKE_MS, maxCachedSessions: 0 };
  const connect =
    key === undefined
      ? { ...whole, ca: trustedCertificates() }
      : withKey(connectorOf({ ...whole, rejectUnauthorized: false }), key);
  const dispatcher = new Agent({ connect });
  // The library's requests and answers are those of the standard; its types are not the same objects.
  return async (url, init) => {
    const answer: unknown = await askBy(url, { ...(init as object), dispatcher });
    return answer as Response;
  };
}

/** A connector that gives a connection away only where that key answers: before it, nothing of a call has been sent. */
function withKey(connect: buildConnector.connector, key: string): buildConnector.connector {
  return (options, callback) => {
    connect(options, (...answer) => {
      const [failure, socket] = answer;
      if (failure !== null) return callback(failure, null);
      if (socket instanceof tls.TLSSocket && keyOf(socket) === key) return callback(null, socket);
      socket.destroy();
      return callback(Object.assign(new Error('another key'), { code: OTHER_KEY }), null);
    });
  };
}

function keyOf(socket: tls.TLSSocket): string | null {
  const raw: unknown = socket.getPeerCertificate().raw;
  return Buffer.isBuffer(raw) ? serverKeyOf(raw) : null;
}

/** Node's own list, and what this PC's system trusts beyond it. */
function trustedCertificates(): string[] {
  // Electron of before Node 22.15, which tests run on, cannot ask the system.
  const ofTheSystem = 'getCACertificates' in tls ? tls.getCACertificates('system') : [];
  return [...new Set([...tls.rootCertificates, ...ofTheSystem])];
}
