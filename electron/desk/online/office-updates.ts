import type { Params } from '#shared/protocol/bridge.ts';
import { UPDATES_STATE_PATH, type UpdatesState } from '#shared/protocol/updates.ts';
import type { Session } from '../session/session.ts';
import { onlineCall } from './online-call.ts';

const NEEDS_SERVER = 'The server gives new versions to the PCs. Connect, then try again.';

/** How updates stand in the office. @throws PlainError `offline`, and what the server refuses. */
export function officeUpdates(session: Session): Promise<UpdatesState> {
  return onlineCall(session, UPDATES_STATE_PATH, { method: 'GET' }, NEEDS_SERVER);
}

/** Gives a version to all PCs, or halts it. Throws as `officeUpdates`. */
export function setUpdateStage(session: Session, body: Params<'updates.setStage'>): Promise<UpdatesState> {
  return onlineCall(session, UPDATES_STATE_PATH, { method: 'PUT', body }, NEEDS_SERVER);
}
