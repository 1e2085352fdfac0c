import { PlainError } from '#shared/protocol/errors.ts';

/** The error of a connection on which another key answered than the one that this PC knows. */
export const OTHER_KEY = 'ERR_OTHER_SERVER_KEY';

/**
 * What each error of TLS says to people. OpenSSL and BoringSSL (Electron) name them alike; what is not here is network.
 */
const SENTENCES: Readonly<Record<string, (host: string) => string>> = {
  [OTHER_KEY]: (host) =>
    `${host} answers with another key than the server that this PC joined, so nothing was sent to it. If your administrator has set the server up anew, ask for a new join code.`,
  CERT_HAS_EXPIRED: (host) =>
    `The certificate of ${host} has ended. Tell your administrator to renew it, and look whether the date of this PC is right.`,
  CERT_NOT_YET_VALID: (host) =>
    `By the clock of this PC, the certificate of ${host} is not good yet. Put the date of this PC right; if it is right, tell your administrator.`,
  CERT_REVOKED: (host) =>
    `The certificate of ${host} was taken back by who signed it. Tell your administrator.`,
  ERR_TLS_CERT_ALTNAME_INVALID: (host) =>
    `The certificate that answers at ${host} is for another name. Use the name that your administrator gave you, or ask for a join code.`,
  HTTPS_NOT_SPOKEN: (host) =>
    `${host} does not speak HTTPS at this address. Check the address and its port, or ask your administrator for a join code.`,
};

const UNKNOWN_SIGNER = (host: string): string =>
  `Nobody whom this PC trusts has signed the certificate of ${host}. Ask your administrator for a join code: by it this PC knows the server.`;

const UNKNOWN_SIGNERS: ReadonlySet<string> = new Set([
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'CERT_UNTRUSTED',
  'CERT_CHAIN_TOO_LONG',
  'INVALID_CA',
  'CERT_SIGNATURE_FAILURE',
]);

/** What a server that answers with something else than TLS brings forth; on Node and in Electron. */
const NOT_HTTPS: ReadonlySet<string> = new Set([
  'ERR_SSL_WRONG_VERSION_NUMBER',
  'ERR_SSL_PACKET_LENGTH_TOO_LONG',
  'ERR_SSL_HTTP_REQUEST',
  'ERR_SSL_RECORD_LAYER_FAILURE',
]);

/** The server answers, and is not to be trusted: nothing was sent. Passes once somebody has put it right. */
export class UntrustedServer extends PlainError {
  /** The error of TLS. */
  readonly reason: string;

  constructor(reason: string, sentence: string) {
    super('unavailable', sentence);
    this.name = 'UntrustedServer';
    this.reason = reason;
  }
}

/** What an error of a connection says about the server's certificate; null where it is about the network. */
export function untrustedServer(code: unknown, host: string): UntrustedServer | null {
  if (typeof code !== 'string') return null;
  if (UNKNOWN_SIGNERS.has(code)) return new UntrustedServer(code, UNKNOWN_SIGNER(host));
  const sentence = SENTENCES[NOT_HTTPS.has(code) ? 'HTTPS_NOT_SPOKEN' : code];
  return sentence ? new UntrustedServer(code, sentence(host)) : null;
}
