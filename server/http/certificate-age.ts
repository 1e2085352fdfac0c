import type { X509Certificate } from 'node:crypto';
import type { Logger } from 'pino';
import { DAY_MS } from '#shared/format/time.ts';

const WARN_DAYS = 30;

/** Whole days for which the certificate is good yet; below 0 it is not any more. */
export const daysLeft = ({ validTo }: X509Certificate, now: number): number =>
  Math.floor((Date.parse(validTo) - now) / DAY_MS);

/** @throws Error with one sentence where the certificate has ended, or is not good yet, and no setting allows it. */
export function assertGoodNow(
  certificate: X509Certificate,
  certFile: string,
  isAllowed: boolean,
  now: number,
): void {
  if (isAllowed) return;
  if (daysLeft(certificate, now) < 0) {
    throw new Error(
      `The certificate ${certFile} has ended, and desks refuse it. Renew it, or set ALLOW_EXPIRED_CERTIFICATE=on to start with it all the same.`,
    );
  }
  const from = Date.parse(certificate.validFrom);
  if (from > now) {
    throw new Error(
      `The certificate ${certFile} is good from ${new Date(from).toISOString()} on, and desks refuse it until then. Check the clock of this computer, or set ALLOW_EXPIRED_CERTIFICATE=on to start with it all the same.`,
    );
  }
}

/** Warns while the certificate is about to end, or has. */
export function warnOfEnd(
  certificate: X509Certificate,
  certFile: string,
  logger: Pick<Logger, 'warn'>,
  now: number,
): void {
  const days = daysLeft(certificate, now);
  if (days < 0) logger.warn({ certFile }, 'the certificate has ended: desks refuse it');
  else if (days < WARN_DAYS) logger.warn({ certFile, days }, 'the certificate ends soon: renew it');
}
