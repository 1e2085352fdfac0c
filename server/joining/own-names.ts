import { hostname, networkInterfaces } from 'node:os';
import { isIP } from 'node:net';

/** Networks within this computer, of containers and virtual machines: no other PC is there. */
const WITHIN = /^(docker|br-|veth|virbr|vmnet|vboxnet|cni|flannel|tun|tap)|vEthernet|VirtualBox|VMware/i;
const WITHOUT_ROUTER = /^169\.254\./;

type Interfaces = ReturnType<typeof networkInterfaces>;

/** IPv4 addresses of this computer on its networks. Those of IPv6 change by the day on many PCs, and are left out. */
export function lanAddresses(interfaces: Interfaces = networks()): string[] {
  const found = Object.entries(interfaces).flatMap(([name, addresses = []]) =>
    WITHIN.test(name) ? [] : addresses,
  );
  const addresses = found
    .filter(
      ({ family, internal, address }) => family === 'IPv4' && !internal && !WITHOUT_ROUTER.test(address),
    )
    .map(({ address }) => address);
  return [...new Set(addresses)].sort();
}

/** None where the system does not say, as to a service that may not ask it. */
function networks(): Interfaces {
  try {
    return networkInterfaces();
  } catch {
    return {};
  }
}

/** This computer's name as it stands in addresses, in small letters; null where it has none that can. */
export function machineName(name: string = hostname()): string | null {
  if (!URL.canParse(`http://${name}/`)) return null;
  const host = new URL(`http://${name}/`).hostname;
  return /^[a-z\d]([a-z\d.-]*[a-z\d])?$/.test(host) && isIP(host) === 0 && host !== 'localhost' ? host : null;
}

/** A host of an address as it stands in a certificate: IPv6 without its brackets. */
export const bareHost = (host: string): string => host.replace(/^\[(.*)\]$/, '$1');
