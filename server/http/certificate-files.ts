import { createPrivateKey, X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createSecureContext, type SecureContextOptions } from 'node:tls';

/** A certificate with its key, as they were read at one time. */
export interface CertificatePair {
  /** The first of its file, which is the one that is shown. */
  certificate: X509Certificate;
  options: SecureContextOptions;
}

/** @throws Error with one sentence where they cannot be read, or do not belong together. */
export function readCertificatePair(certFile: string, keyFile: string): CertificatePair {
  const options = {
    cert: readFileOf('TLS_CERT_FILE', certFile),
    key: readFileOf('TLS_KEY_FILE', keyFile),
    minVersion: 'TLSv1.2' as const,
  };
  try {
    createSecureContext(options);
    const certificate = new X509Certificate(options.cert);
    // A key of another kind passes the secure context, which has a place for each kind, and then every handshake fails.
    if (certificate.checkPrivateKey(createPrivateKey(options.key))) return { certificate, options };
  } catch (error) {
    throw notAPair(certFile, keyFile, error);
  }
  throw notAPair(certFile, keyFile);
}

function notAPair(certFile: string, keyFile: string, cause?: unknown): Error {
  return new Error(
    `${certFile} and ${keyFile} are not a certificate and its key in PEM. Check TLS_CERT_FILE and TLS_KEY_FILE.`,
    { cause },
  );
}

function readFileOf(setting: string, file: string): Buffer {
  try {
    return readFileSync(file);
  } catch (error) {
    throw new Error(`${file} cannot be read by the server's user. Check ${setting}.`, { cause: error });
  }
}
