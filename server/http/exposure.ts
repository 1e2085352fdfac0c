import { BlockList } from 'node:net';
import type { Configuration } from '../configuration/configuration.ts';

type Place = Pick<Configuration, 'host' | 'tlsCertFile' | 'tlsOwn' | 'trustProxy' | 'allowPlainHttp'>;

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8, 'ipv4');
loopback.addAddress('::1', 'ipv6');

/** Whether only programs of this computer reach what listens there. */
export function isLoopback(host: string): boolean {
  if (host === 'localhost') return true;
  return loopback.check(host, host.includes(':') ? 'ipv6' : 'ipv4');
}

const behindProxy = ({ trustProxy }: Place): boolean => trustProxy !== 0;

/** Whether passwords and records would travel so that others on the network can read them. */
export function isInTheClear(place: Place): boolean {
  return place.tlsCertFile === null && !place.tlsOwn && !isLoopback(place.host) && !behindProxy(place);
}

/** @throws Error with one sentence where others could read along, and no setting says that this is meant. */
export function assertNotInTheClear(place: Place): void {
  if (!isInTheClear(place) || place.allowPlainHttp) return;
  throw new Error(
    `On ${place.host} passwords would travel unencrypted: set TLS_OWN=on, or TLS_CERT_FILE and TLS_KEY_FILE, or TRUST_PROXY where a proxy does HTTPS, or ALLOW_PLAIN_HTTP=on if everybody on the network may read along.`,
  );
}
