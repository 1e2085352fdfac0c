import { counted } from '#shared/format/counted.ts';
import { formatNumber } from '#shared/format/numbers.ts';
import { OTHER_PC, type NetworkStanding } from '#shared/protocol/network-calls.ts';

/** Enough of a key for two people to compare it: four groups of four. */
const SHORT = 16;

/** `Ab3d Ef4g Hi5j Kl6m`. */
export const shortKey = (key: string): string => (key.slice(0, SHORT).match(/.{1,4}/g) ?? []).join(' ');

/** `2 connected now, 3 signed in`. */
export function usersText({ connected, signedIn }: Pick<NetworkStanding, 'connected' | 'signedIn'>): string {
  if (connected === 0 && signedIn === 0) return 'None yet';
  return `${formatNumber(connected)} connected now, ${formatNumber(signedIn)} signed in`;
}

/** What closing does to whom. */
export function closingText({
  connected,
  signedIn,
}: Pick<NetworkStanding, 'connected' | 'signedIn'>): string {
  const go =
    'Other PCs are refused from now on. They go on with what they have fetched, and what is saved there waits until this PC is opened again.';
  if (signedIn === 0 && connected === 0) return `No other PC uses this PC's data. ${go}`;
  const now = connected === 0 ? 'none of them is connected now' : `${formatNumber(connected)} connected now`;
  const most = Math.max(signedIn, connected);
  return `${counted(OTHER_PC, most)} ${most === 1 ? 'uses' : 'use'} this PC's data; ${now}. ${go}`;
}

/** What a new key does to whom. */
export function newKeyText({ signedIn }: Pick<NetworkStanding, 'signedIn'>): string {
  const whom = signedIn === 0 ? 'Every PC that has joined' : `${counted(OTHER_PC, signedIn)} that joined`;
  const each = signedIn === 1 ? 'It is' : 'They are';
  return `${whom} and all join codes know this PC by its old key. ${each} refused until given a new join code; what is saved there waits until then. A copy of the old key that you have is worth nothing any more.`;
}

/** Said where it is not the port that everybody expects. */
export const otherPortText = (port: number): string =>
  `The usual port was taken by another program, so this PC uses port ${port} and keeps it.`;
