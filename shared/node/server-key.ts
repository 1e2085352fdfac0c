import { createHash, X509Certificate } from 'node:crypto';

/**
 * By what a PC that joined knows its server (decision 36): SHA-256 of the public key (SubjectPublicKeyInfo, DER) of the
 * server's certificate, base64url. A certificate renewed with its key has the same.
 * @param certificate PEM, of which the first counts, or DER
 * @throws Error where it is none
 */
export function serverKeyOf(certificate: string | Buffer): string {
  const { publicKey } = new X509Certificate(certificate);
  return createHash('sha256')
    .update(publicKey.export({ type: 'spki', format: 'der' }))
    .digest('base64url');
}
