import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Server, Socket } from 'node:net';
import { addressGroup } from '../auth/address-group.ts';
import { hasBody } from './slow-bodies.ts';

/** One office behind one router is one address; yet it leaves most of the connections to the others. */
const SHARE_OF_ONE_NETWORK = 0.25;
/** This computer's programs and the proxies, together: more than the live channels may have, and a reserve for others. */
const SHARE_OF_EXEMPT = 7 / 8;
const BURST = 64;

/** A connection as it is counted. */
interface Open {
  socket: Socket;
  network: string;
  isExempt: boolean;
  /** Since when the client owes something: the rest of a call, or the next one; null while the server is at work. */
  waitingSince: number | null;
}

/**
 * Bounds how many connections there are at once, in all, from one network, and from exempt addresses together. A network
 * that has its share is cut off as it comes. Where all are taken, the one that has been silent or unfinished longest gives
 * way to the new one; those on which the server is at work stay.
 * @param isExempt whether an address may have more than a network, such as a proxy, from which every call comes
 */
export function limitConnections(server: Server, most: number, isExempt: (address: string) => boolean): void {
  // Above what is counted here: beyond that the system refuses, and nobody would have given way.
  server.maxConnections = most + BURST;
  const open = new Map<string, Open>();
  const mostOfOne = Math.ceil(most * SHARE_OF_ONE_NETWORK);
  const mostExempt = Math.max(1, Math.floor(most * SHARE_OF_EXEMPT));
  const count = (isCounted: (each: Open) => boolean): number => [...open.values()].filter(isCounted).length;

  /** Whether there is room, if need be because one of those gave way. */
  const makeRoom = (room: number, isCounted: (each: Open) => boolean): boolean => {
    if (open.size < room || count(isCounted) < room) return true;
    let longest: [string, Open, number] | undefined;
    for (const [key, each] of open) {
      if (!isCounted(each) || each.waitingSince === null) continue;
      if (!longest || each.waitingSince < longest[2]) longest = [key, each, each.waitingSince];
    }
    if (!longest) return false;
    open.delete(longest[0]);
    longest[1].socket.destroy();
    return true;
  };

  server.on('connection', (socket) => {
    const key = keyOf(socket);
    // Gone before it was looked at.
    if (key === null || socket.remoteAddress === undefined) return;
    const network = addressGroup(socket.remoteAddress);
    const exempt = isExempt(socket.remoteAddress);
    const hasRoom = exempt
      ? makeRoom(mostExempt, (each) => each.isExempt)
      : count((each) => each.network === network) < mostOfOne;
    if (!hasRoom || !makeRoom(most, () => true)) {
      socket.destroy();
      return;
    }
    const counted: Open = { socket, network, isExempt: exempt, waitingSince: performance.now() };
    open.set(key, counted);
    socket.once('close', () => {
      if (open.get(key) === counted) open.delete(key);
    });
  });
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    // By its key: under HTTPS a call's socket is another object than the connection's.
    const each = open.get(keyOf(request.socket) ?? '');
    if (!each) return;
    const atWork = (): void => void (each.waitingSince = null);
    if (hasBody(request)) request.once('end', atWork);
    else atWork();
    response.once('close', () => (each.waitingSince = performance.now()));
  });
}

const keyOf = ({ remoteAddress, remotePort }: Socket): string | null =>
  remoteAddress === undefined ? null : `${remoteAddress} ${remotePort}`;
