import { createHash, X509Certificate, type KeyObject } from 'node:crypto';

/** By it PCs that joined know a server (decision 36): SHA-256 of its public key (SubjectPublicKeyInfo, DER), base64url. */
export const keyFingerprint = (key: KeyObject): string =>
  createHash('sha256')
    .update(key.export({ type: 'spki', format: 'der' }))
    .digest('base64url');

/**
 * The same of a certificate: one that is renewed with its key has the same.
 * @param certificate PEM, of which the first counts, or DER
 * @throws Error where it is none
 */
export const serverKeyOf = (certificate: string | Buffer): string =>
  keyFingerprint(new X509Certificate(certificate).publicKey);
