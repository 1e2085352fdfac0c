import { PlainError } from '#shared/protocol/errors.ts';
import { NetworkFailure, type Call } from '../server/server-connection.ts';
import type { Session } from '../session/session.ts';

const PATIENCE_MS = 15_000;

/**
 * A call for what only the server has.
 * @param needsServer what the user reads where it cannot be reached
 * @throws PlainError `offline`, `unauthenticated`, and what the server refuses.
 */
export async function onlineCall<Answer>(
  session: Session,
  path: string,
  call: Pick<Call, 'method' | 'body'>,
  needsServer: string,
): Promise<Answer> {
  const { access, workspace } = session.require();
  // Where the session has ended meanwhile, its data is closed, and there is nobody to be answered.
  const assertHere = (): void => {
    if (session.require().workspace !== workspace) throw new PlainError('unauthenticated', 'Sign in first.');
  };
  try {
    const answer = await access.call<Answer>(path, { ...call, patience: PATIENCE_MS });
    assertHere();
    return answer;
  } catch (error) {
    assertHere();
    throw error instanceof NetworkFailure ? new PlainError('offline', needsServer) : error;
  }
}
