import type { Server } from 'node:net';
import { addressGroup } from '../auth/address-group.ts';

/** One office behind one router is one address; yet it leaves most of the connections to the others. */
const SHARE_OF_ONE_NETWORK = 0.25;

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
    const network = addressGroup(address);
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
