import { readFileSync, unwatchFile, watchFile } from 'node:fs';
import { createServer, type RequestListener, type Server } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { createSecureContext, type SecureContextOptions } from 'node:tls';
import type { Logger } from 'pino';
import type { Configuration } from '../configuration/configuration.ts';
import { assertNotExpired, warnOfExpiry } from './certificate-age.ts';
import { oneAtATime } from './pipelines.ts';

/** Longer than a client's own, so that it is never the server that closes a connection about to be used. */
const KEEP_ALIVE_MS = 65_000;
/** How often the files of the certificate are looked at: whoever renews them need not tell the server. */
const LOOK_MS = 10_000;
/** The head of a call is a few hundred bytes: who takes longer wants the connection and not an answer. */
const HEAD_MS = 20_000;
/** The whole of a call: 8 MB over the slowest line that is of use. */
const CALL_MS = 300_000;
/** Neither side has sent anything; the live channel has a sign of life every 15 seconds. */
const SILENCE_MS = 300_000;
const CHECK_MS = 5_000;
const OPTIONS = {
  keepAliveTimeout: KEEP_ALIVE_MS,
  headersTimeout: HEAD_MS,
  requestTimeout: CALL_MS,
  connectionsCheckingInterval: CHECK_MS,
} as const;

export interface Listener {
  server: Server;
  scheme: 'http' | 'https';
  /** Reads the certificate's files again; what cannot be used leaves the old ones in use. */
  reloadCertificate(): void;
  stopWatching(): void;
}

/**
 * What listens: HTTP, or HTTPS with the certificate of the configuration.
 * @throws Error with one sentence where the certificate cannot be used.
 */
export function makeListener(configuration: Configuration, app: RequestListener, logger: Logger): Listener {
  const { tlsCertFile, tlsKeyFile } = configuration;
  const nothing = (): void => undefined;
  if (tlsCertFile === null || tlsKeyFile === null) {
    const server = createServer(OPTIONS, oneAtATime(app));
    server.timeout = SILENCE_MS;
    return { server, scheme: 'http', reloadCertificate: nothing, stopWatching: nothing };
  }
  const read = (): SecureContextOptions => readCertificate(tlsCertFile, tlsKeyFile);
  assertNotExpired(tlsCertFile, configuration.allowExpiredCertificate, Date.now());
  const stopLooking = warnOfExpiry(tlsCertFile, logger);
  const server = createSecureServer({ ...OPTIONS, handshakeTimeout: HEAD_MS, ...read() }, oneAtATime(app));
  server.timeout = SILENCE_MS;
  const reloadCertificate = (): void => {
    try {
      server.setSecureContext(read());
      logger.info('the certificate was read again');
    } catch (error) {
      logger.error(
        { said: error instanceof Error ? error.message : String(error) },
        'the old certificate stays',
      );
    }
  };
  const files = [tlsCertFile, tlsKeyFile];
  for (const file of files) watchFile(file, { interval: LOOK_MS, persistent: false }, reloadCertificate);
  const stopWatching = (): void => {
    stopLooking();
    for (const file of files) unwatchFile(file, reloadCertificate);
  };
  return { server, scheme: 'https', reloadCertificate, stopWatching };
}

function readCertificate(certFile: string, keyFile: string): SecureContextOptions {
  const options = {
    cert: readFileOf('TLS_CERT_FILE', certFile),
    key: readFileOf('TLS_KEY_FILE', keyFile),
    minVersion: 'TLSv1.2' as const,
  };
  try {
    createSecureContext(options);
  } catch (error) {
    throw new Error(
      `${certFile} and ${keyFile} are not a certificate and its key in PEM. Check TLS_CERT_FILE and TLS_KEY_FILE.`,
      { cause: error },
    );
  }
  return options;
}

function readFileOf(setting: string, file: string): Buffer {
  try {
    return readFileSync(file);
  } catch (error) {
    throw new Error(`${file} cannot be read by the server's user. Check ${setting}.`, { cause: error });
  }
}
