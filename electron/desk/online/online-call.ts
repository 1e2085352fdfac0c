import { PlainError } from '#shared/protocol/errors.ts';
import { NetworkFailure, type Call } from '../server/server-connection.ts';
import type { Session } from '../session/session.ts';

/** Somebody waits before a window: so long without a byte, and so long in all. */
const WAITS = { patience: 15_000, atMost: 60_000 } as const;

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
    const answer = await access.call<Answer>(path, { ...call, ...WAITS });
    assertHere();
    return answer;
  } catch (error) {
    assertHere();
    throw error instanceof NetworkFailure ? new PlainError('offline', needsServer) : error;
  }
}
