import { unwatchFile, watchFile } from 'node:fs';
import { createServer, type RequestListener, type Server } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { Logger } from 'pino';
import { DAY_MS } from '#shared/format/time.ts';
import type { Configuration } from '../configuration/configuration.ts';
import { assertGoodNow, warnOfEnd } from './certificate-age.ts';
import { readCertificatePair, type CertificatePair } from './certificate-files.ts';
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
export function makeListener(
  configuration: Configuration,
  app: RequestListener,
  logger: Pick<Logger, 'info' | 'warn' | 'error'>,
): Listener {
  const { tlsCertFile, tlsKeyFile } = configuration;
  const nothing = (): void => undefined;
  if (tlsCertFile === null || tlsKeyFile === null) {
    const server = createServer(OPTIONS, oneAtATime(app));
    server.timeout = SILENCE_MS;
    return { server, scheme: 'http', reloadCertificate: nothing, stopWatching: nothing };
  }
  const read = (): CertificatePair => {
    const pair = readCertificatePair(tlsCertFile, tlsKeyFile);
    assertGoodNow(pair.certificate, tlsCertFile, configuration.allowExpiredCertificate, Date.now());
    return pair;
  };
  let inUse = read();
  // Of the one in use: what lies in the file may have been refused.
  const warn = (): void => warnOfEnd(inUse.certificate, tlsCertFile, logger, Date.now());
  warn();
  const server = createSecureServer(
    { ...OPTIONS, handshakeTimeout: HEAD_MS, ...inUse.options },
    oneAtATime(app),
  );
  server.timeout = SILENCE_MS;
  let wasRefused = false;
  const reloadCertificate = (): void => {
    try {
      const pair = read();
      server.setSecureContext(pair.options);
      inUse = pair;
      wasRefused = false;
      logger.info('the certificate was read again');
    } catch (error) {
      wasRefused = true;
      logger.error(
        { said: error instanceof Error ? error.message : String(error) },
        'the old certificate stays',
      );
    }
    warn();
  };
  // One that was not good yet may be by now.
  const daily = setInterval(() => (wasRefused ? reloadCertificate() : warn()), DAY_MS).unref();
  const files = [tlsCertFile, tlsKeyFile];
  for (const file of files) watchFile(file, { interval: LOOK_MS, persistent: false }, reloadCertificate);
  const stopWatching = (): void => {
    clearInterval(daily);
    for (const file of files) unwatchFile(file, reloadCertificate);
  };
  return { server, scheme: 'https', reloadCertificate, stopWatching };
}
