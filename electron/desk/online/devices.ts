import type { Params } from '#shared/protocol/bridge.ts';
import { sessionPath, sessionsPath, type SessionInfo } from '#shared/protocol/sessions.ts';
import { onlineCall } from './online-call.ts';
import type { Session } from '../session/session.ts';

const NEEDS_SERVER = 'The server knows who is signed in where. Connect, then try again.';

/** Where a user is signed in. @throws PlainError `offline`, and what the server refuses. */
export function signedInDevices(
  session: Session,
  { userId }: Params<'sessions.list'>,
): Promise<SessionInfo[]> {
  return onlineCall(session, sessionsPath(userId), { method: 'GET' }, NEEDS_SERVER);
}

/** Signs a user out on one device. @throws PlainError `offline`, and what the server refuses. */
export async function signOutDevice(session: Session, { id }: Params<'sessions.end'>): Promise<null> {
  await onlineCall(session, sessionPath(id), { method: 'DELETE' }, NEEDS_SERVER);
  return null;
}
