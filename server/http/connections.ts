import { isIPv6, type Server } from 'node:net';

/** One office behind one router is one address; yet it leaves most of the connections to the others. */
const SHARE_OF_ONE_NETWORK = 0.25;

/**
 * The address by which a client is counted: of IPv6 the /64, all of which one client can have. An IPv4 address that comes
 * in the clothes of IPv6 is itself.
 */
export function networkOf(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped !== undefined) return mapped;
  if (!isIPv6(address)) return address;
  const [head = '', tail] = address.split('%')[0]?.split('::') ?? [];
  const front = head === '' ? [] : head.split(':');
  const back = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros = tail === undefined ? 0 : 8 - front.length - back.length;
  const groups = [...front, ...Array<string>(Math.max(0, zeros)).fill('0'), ...back];
  return groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':');
}

/**
 * Bounds how many connections there are at once, in all and from one network; what is over is cut off as it comes.
 * @param isExempt whether an address may have any number, such as a proxy, from which every call comes
 */
export function limitConnections(server: Server, most: number, isExempt: (address: string) => boolean): void {
  server.maxConnections = most;
  const mostOfOne = Math.ceil(most * SHARE_OF_ONE_NETWORK);
  const open = new Map<string, number>();
  server.on('connection', (socket) => {
    const address = socket.remoteAddress;
    // Gone before it was looked at.
    if (address === undefined || isExempt(address)) return;
    const network = networkOf(address);
    const count = (open.get(network) ?? 0) + 1;
    if (count > mostOfOne) {
      socket.destroy();
      return;
    }
    open.set(network, count);
    socket.once('close', () => {
      const left = (open.get(network) ?? 1) - 1;
      if (left === 0) open.delete(network);
      else open.set(network, left);
    });
  });
}
