import { PlainError } from '#shared/protocol/errors.ts';
import type { Params } from '#shared/protocol/bridge.ts';
import type { Session } from '../session/session.ts';

/** What the application can do while its own server has no user. */
export interface FirstStart {
  isNeeded(): Promise<boolean>;
  /** @returns why the administrator could not be made, as a sentence; null where it is done. */
  makeAdmin(admin: Params<'firstStart.makeAdmin'>): Promise<string | null>;
  openDemo(): Promise<void>;
}

/** Where there is no such server, or somebody is signed in, nothing is offered. */
export async function isFirstStart(session: Session, firstStart: FirstStart | undefined): Promise<boolean> {
  return session.open === null && (await firstStart?.isNeeded()) === true;
}

/** Throws `invalid` or, where there is a user now, `conflict` with the server's sentence, and `not-supported` where there is nothing to set up. */
export async function makeFirstAdmin(
  session: Session,
  firstStart: FirstStart | undefined,
  admin: Params<'firstStart.makeAdmin'>,
): Promise<null> {
  const start = ready(session, firstStart);
  const problem = await start.makeAdmin(admin);
  if (problem !== null) throw new PlainError((await start.isNeeded()) ? 'invalid' : 'conflict', problem);
  return null;
}

/** Throws `not-supported` where there is nothing to set up, and `conflict` where there are users already. */
export async function openDemo(session: Session, firstStart: FirstStart | undefined): Promise<null> {
  const start = ready(session, firstStart);
  if (!(await start.isNeeded())) throw new PlainError('conflict', 'This computer has been set up already.');
  await start.openDemo();
  return null;
}

function ready(session: Session, firstStart: FirstStart | undefined): FirstStart {
  if (firstStart && session.open === null) return firstStart;
  throw new PlainError('not-supported', 'This computer has been set up already. Sign in.');
}
