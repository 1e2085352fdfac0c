import type { Params } from '#shared/protocol/bridge.ts';
import {
  resetSecondFactorPath,
  SECOND_FACTOR_PATHS,
  secondFactorPath,
  type RecoveryCodes,
  type SecondFactorEnrolment,
  type SecondFactorStatus,
} from '#shared/protocol/second-factor.ts';
import { onlineCall } from './online-call.ts';
import type { Session } from '../session/session.ts';

const NEEDS_SERVER = 'Two-step sign-in is looked after by the server. Connect, then try again.';

/** Two-step sign-in, all of it on the server: nothing of it is kept here. All throw `offline` and what the server refuses. */
export function secondFactorStatus(
  session: Session,
  { userId }: Params<'secondFactor.status'>,
): Promise<SecondFactorStatus> {
  return onlineCall(session, secondFactorPath(userId), { method: 'GET' }, NEEDS_SERVER);
}

export function beginSecondFactor(
  session: Session,
  body: Params<'secondFactor.begin'>,
): Promise<SecondFactorEnrolment> {
  return onlineCall(session, SECOND_FACTOR_PATHS.begin, { body }, NEEDS_SERVER);
}

export async function confirmSecondFactor(
  session: Session,
  body: Params<'secondFactor.confirm'>,
): Promise<RecoveryCodes> {
  const codes = await onlineCall<RecoveryCodes>(session, SECOND_FACTOR_PATHS.confirm, { body }, NEEDS_SERVER);
  // The server may have waited for this with everything else.
  void session.open?.sync.now();
  return codes;
}

export function newRecoveryCodes(
  session: Session,
  body: Params<'secondFactor.newRecoveryCodes'>,
): Promise<RecoveryCodes> {
  return onlineCall(session, SECOND_FACTOR_PATHS.recoveryCodes, { body }, NEEDS_SERVER);
}

export async function turnOffSecondFactor(
  session: Session,
  body: Params<'secondFactor.turnOff'>,
): Promise<null> {
  await onlineCall(session, SECOND_FACTOR_PATHS.off, { body }, NEEDS_SERVER);
  return null;
}

export async function resetSecondFactor(
  session: Session,
  { userId }: Params<'secondFactor.reset'>,
): Promise<null> {
  await onlineCall(session, resetSecondFactorPath(userId), { method: 'DELETE' }, NEEDS_SERVER);
  return null;
}
