import { setTimeout as after } from 'node:timers/promises';
import { formatNumber } from '#shared/format/numbers.ts';
import type { MovedData, NetworkStanding } from '#shared/protocol/network-calls.ts';
import { PlainError } from '#shared/protocol/errors.ts';
import { NetworkFailure } from '../server/server-connection.ts';
import type { Session } from '../session/session.ts';

/** What the application does about its own server and the office's network; each rejects with a sentence. */
export interface OwnNetwork {
  /** null where the server is not the application's own, or holds demo data. */
  standing(): Promise<NetworkStanding | null>;
  /** @param token of the user's session, which the server looks at */
  open(token: string, anotherPort: boolean): Promise<void>;
  close(token: string): Promise<void>;
  newKey(token: string): Promise<void>;
  /** Asks the user for the folder to write all data to; null where the user decides against it. */
  chooseFolder(): Promise<string | null>;
  move(token: string, folder: string): Promise<MovedData>;
}

const NOT_HERE =
  'This is decided in the desktop application of the PC that holds the data, and not for demo data.';
/** What is sent to a server on the same PC takes moments. */
const SENDING_MS = 20_000;
/** It may just be starting anew, for the office's network. */
const STARTING_MS = 3_000;
const LOOK_MS = 100;

/** @throws PlainError `forbidden` */
export async function network(
  session: Session,
  own: OwnNetwork | undefined,
): Promise<NetworkStanding | null> {
  assertSuperAdmin(session);
  return (await own?.standing()) ?? null;
}

/** @throws PlainError as `network.open` says */
export const openNetwork = (
  session: Session,
  own: OwnNetwork | undefined,
  { anotherPort }: { anotherPort: boolean },
): Promise<NetworkStanding | null> => decided(session, own, (here, token) => here.open(token, anotherPort));

/** @throws PlainError as `network.close` says */
export const closeNetwork = (
  session: Session,
  own: OwnNetwork | undefined,
): Promise<NetworkStanding | null> => decided(session, own, (here, token) => here.close(token));

/** @throws PlainError as `network.newKey` says */
export const newNetworkKey = (
  session: Session,
  own: OwnNetwork | undefined,
): Promise<NetworkStanding | null> => decided(session, own, (here, token) => here.newKey(token));

async function decided(
  session: Session,
  own: OwnNetwork | undefined,
  work: (here: OwnNetwork, token: string) => Promise<void>,
): Promise<NetworkStanding | null> {
  const here = await ownNetwork(session, own);
  const token = await tokenOf(session);
  await asConflict(() => work(here, token));
  return here.standing();
}

/** @throws PlainError as `network.move` says */
export async function moveData(session: Session, own: OwnNetwork | undefined): Promise<MovedData | null> {
  const here = await ownNetwork(session, own);
  await everythingSent(session);
  const folder = await asConflict(() => here.chooseFolder());
  if (folder === null) return null;
  // The user may have thought about it for long, and saved something in another window.
  await everythingSent(session);
  const token = await tokenOf(session);
  return asConflict(() => here.move(token, folder));
}

async function ownNetwork(session: Session, own: OwnNetwork | undefined): Promise<OwnNetwork> {
  assertSuperAdmin(session);
  if (!own || (await own.standing()) === null) throw new PlainError('not-supported', NOT_HERE);
  return own;
}

/** The server looks again. */
function assertSuperAdmin(session: Session): void {
  if (session.require().workspace.actor.role !== 'Super Admin')
    throw new PlainError('forbidden', 'Only a Super Admin decides who reaches this PC.');
}

async function tokenOf(session: Session): Promise<string> {
  try {
    return await session.require().access.token();
  } catch (error) {
    if (!(error instanceof NetworkFailure)) throw error;
    throw new PlainError('offline', 'The server on this PC does not answer now. Try again in a moment.');
  }
}

async function asConflict<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    throw new PlainError('conflict', error instanceof Error ? error.message : String(error));
  }
}

/** What was saved on this PC and is not on its server would not go along. */
async function everythingSent(session: Session): Promise<void> {
  const { workspace, sync } = session.require();
  const began = performance.now();
  const waiting = (): number => workspace.outbox.unsentCount();
  const patience = (): number => (sync.status.state === 'offline' ? STARTING_MS : SENDING_MS);
  if (waiting() > 0) void sync.now();
  while (waiting() > 0 && performance.now() - began < patience()) await after(LOOK_MS);
  const left = waiting();
  if (left === 0) return;
  const changes = left === 1 ? '1 change of yours has' : `${formatNumber(left)} changes of yours have`;
  throw new PlainError(
    'conflict',
    `${changes} not been sent to the server on this PC yet, and would not go along. Look at the sync indicator, then try again.`,
  );
}
