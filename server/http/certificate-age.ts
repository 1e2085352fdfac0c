import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Logger } from 'pino';
import { DAY_MS } from '#shared/format/time.ts';

const WARN_DAYS = 30;

/** Whole days for which the first certificate of a PEM file is good yet; below 0 it is not any more. null where it cannot be read. */
export function daysLeft(certFile: string, now: number): number | null {
  try {
    const until = Date.parse(new X509Certificate(readFileSync(certFile)).validTo);
    return Number.isNaN(until) ? null : Math.floor((until - now) / DAY_MS);
  } catch {
    return null;
  }
}

/** @throws Error with one sentence where the certificate has ended and no setting allows it. */
export function assertNotExpired(certFile: string, isAllowed: boolean, now: number): void {
  const days = daysLeft(certFile, now);
  if (days === null || days >= 0 || isAllowed) return;
  throw new Error(
    `The certificate ${certFile} has ended, and desks refuse it. Renew it, or set ALLOW_EXPIRED_CERTIFICATE=on to start with it all the same.`,
  );
}

/**
 * Warns at once and every day while the certificate in the file is about to end, or has.
 * @returns the way to stop.
 */
export function warnOfExpiry(
  certFile: string,
  logger: Pick<Logger, 'warn'>,
  now: () => number = Date.now,
): () => void {
  const look = (): void => {
    const days = daysLeft(certFile, now());
    if (days === null || days >= WARN_DAYS) return;
    if (days < 0) logger.warn({ certFile }, 'the certificate has ended: desks refuse it');
    else logger.warn({ certFile, days }, 'the certificate ends soon: renew it');
  };
  look();
  const timer = setInterval(look, DAY_MS);
  timer.unref();
  return () => clearInterval(timer);
}
