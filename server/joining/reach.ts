import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { rootCertificates } from 'node:tls';
import { PlainError } from '#shared/protocol/errors.ts';
import type { JoinCode, OfficeInfo } from '#shared/protocol/joining.ts';
import type { Configuration } from '../configuration/configuration.ts';
import { isLoopback } from '../http/exposure.ts';
import { keyFingerprint } from '#shared/node/server-key.ts';
import { lanAddresses, machineName } from './own-names.ts';

/** As a join code has room for them, and a QR picture. */
const MOST_ADDRESSES = 4;
const EVERYWHERE = ['0.0.0.0', '::'];

export type Door = Pick<
  Configuration,
  'host' | 'trustProxy' | 'allowedHosts' | 'tlsCertFile' | 'tlsOwn' | 'allowPlainHttp'
>;

export type Reach = Pick<OfficeInfo, 'addresses' | 'notReached'>;

const unreachable = (notReached: string): Reach => ({ addresses: [], notReached });

export const schemeOf = ({ tlsCertFile, tlsOwn }: Pick<Door, 'tlsCertFile' | 'tlsOwn'>): 'http' | 'https' =>
  tlsCertFile === null && !tlsOwn ? 'http' : 'https';

/**
 * Where other PCs reach the server, the best first.
 * @param port the one that it listens on; 0 where that is not known
 */
export function reachOf(door: Door, port: number): Reach {
  const { host, trustProxy, allowedHosts } = door;
  if (trustProxy !== 0) {
    if (allowedHosts.length > 0)
      return { addresses: originsOf('https', allowedHosts, null), notReached: null };
    return unreachable(
      'PCs reach this server through a proxy: set ALLOWED_HOSTS to the name that they call, or give it with --address.',
    );
  }
  if (isLoopback(host)) {
    return unreachable(
      'Other PCs do not reach this server: it listens to this computer alone. Set SERVER_HOST=0.0.0.0 and TLS_OWN=on, and start it again.',
    );
  }
  if (port === 0) return unreachable('The port of this server changes with each start. Set SERVER_PORT.');
  return { addresses: originsOf(schemeOf(door), hostsOf(host, allowedHosts), port), notReached: null };
}

function hostsOf(host: string, allowedHosts: readonly string[]): readonly string[] {
  if (allowedHosts.length > 0) return allowedHosts;
  if (!EVERYWHERE.includes(host)) return [host.includes(':') ? `[${host}]` : host];
  const machine = machineName();
  return [...(machine === null ? [] : [machine]), ...lanAddresses()];
}

function originsOf(scheme: string, hosts: readonly string[], port: number | null): string[] {
  const all = hosts.map((host) => new URL(`${scheme}://${host}${port === null ? '' : `:${port}`}`).origin);
  return [...new Set(all)].slice(0, MOST_ADDRESSES);
}

/**
 * The key by which PCs know the server; null where a certificate that systems trust answers, whose renewals may bring
 * another key, and where a proxy or nobody does HTTPS.
 */
export function knownKeyOf({
  trustProxy,
  tlsCertFile,
}: Pick<Door, 'trustProxy' | 'tlsCertFile'>): JoinCode['key'] {
  if (trustProxy !== 0 || tlsCertFile === null) return null;
  const chain = chainOf(tlsCertFile);
  const [own] = chain;
  if (!own || isTrustedBySystems(chain)) return null;
  return keyFingerprint(own.publicKey);
}

function chainOf(file: string): X509Certificate[] {
  try {
    const pem = readFileSync(file, 'utf8');
    const parts = pem.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? [];
    return parts.map((part) => new X509Certificate(part));
  } catch {
    throw new PlainError('unavailable', `The certificate ${file} cannot be read. Check TLS_CERT_FILE.`);
  }
}

/**
 * Whether the chain of a file ends at one of the roots.
 * @param roots PEM; those that Node brings
 */
export function isTrustedBySystems(
  chain: readonly X509Certificate[],
  roots: readonly string[] = rootCertificates,
): boolean {
  const holds = chain.every((each, at) => {
    const above = chain[at + 1];
    return above === undefined || (each.checkIssued(above) && each.verify(above.publicKey));
  });
  if (!holds) return false;
  const trusted = roots.map((pem) => new X509Certificate(pem));
  return chain.some((each) => trusted.some((root) => each.checkIssued(root) && each.verify(root.publicKey)));
}

/**
 * Addresses that somebody gave, as origins.
 * @throws PlainError where one is none, or the server would not answer under its name
 */
export function givenAddresses(door: Door, given: readonly string[]): string[] {
  return given.map((text) => {
    const url = URL.canParse(text) && /^https?:\/\//i.test(text) ? new URL(text) : null;
    if (!url || url.host === '' || (url.pathname !== '/' && url.pathname !== '')) {
      throw new PlainError(
        'bad-request',
        `"${text}" is no address of a server. Give one such as https://desk.your-office.in:5701.`,
      );
    }
    const { trustProxy, allowedHosts } = door;
    if (trustProxy === 0 && allowedHosts.length > 0 && !allowedHosts.includes(url.hostname)) {
      throw new PlainError(
        'bad-request',
        `The server would not answer under ${url.hostname}. Add that name to ALLOWED_HOSTS.`,
      );
    }
    return url.origin;
  });
}
