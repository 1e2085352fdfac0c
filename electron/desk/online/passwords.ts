import type { Params } from '#shared/protocol/bridge.ts';
import type { PasswordView } from '#shared/protocol/session-calls.ts';
import { PlainError } from '#shared/protocol/errors.ts';
import { PATHS } from '#shared/protocol/sync.ts';
import { onlineCall } from './online-call.ts';
import { NetworkFailure } from '../server/server-connection.ts';
import type { OpenSession } from '../session/open-session.ts';
import type { Session } from '../session/session.ts';

const PATIENCE_MS = 15_000;

/**
 * Sets a password on the server (decision 5): never an operation, so it is in no file here. The
 * desk itself goes on working with the user's own new one.
 * @throws PlainError `offline`, `conflict` where the server refused the new employee, and what the server refuses.
 */
export async function setPassword(
  session: Session,
  { userId, password, currentPassword }: Params<'password.set'>,
): Promise<null> {
  const needsServer = 'Setting a password needs the server. Connect, then try again.';
  const { access, workspace } = await onServer(session, userId, needsServer);
  const { user } = workspace;
  const own = user._id === userId;
  let sent = false;
  try {
    // Asked first, so that an answer that fails to come afterwards is a rare thing.
    await access.call(PATHS.me, { method: 'GET', atMost: PATIENCE_MS });
    sent = true;
    await access.call(`/api/users/${encodeURIComponent(userId)}`, {
      method: 'PUT',
      body: { password, ...(currentPassword === undefined ? {} : { currentPassword }) },
      atMost: PATIENCE_MS,
    });
  } catch (error) {
    if (!(error instanceof NetworkFailure)) throw error;
    if (!own || !sent || error.neverSent) throw new PlainError('offline', needsServer);
    throw new PlainError(
      'offline',
      'The connection broke off, and your password may be the new one already. Connect, then try again; if your present password is refused, give the new one as the present one.',
    );
  }
  if (own) await session.passwordChanged(user, password);
  return null;
}

/**
 * Reads the password of an employee from the server, which writes down who looked.
 * @throws PlainError `offline`, and what the server refuses.
 */
export async function viewPassword(
  session: Session,
  { userId }: Params<'password.view'>,
): Promise<PasswordView> {
  const needsServer = 'Reading a password needs the server. Connect, then try again.';
  await onServer(session, userId, needsServer);
  const { password, passwordsKept } = await onlineCall<{ password: string | null; passwordsKept: boolean }>(
    session,
    `/api/users/with-password/${encodeURIComponent(userId)}`,
    { method: 'GET' },
    needsServer,
  );
  return { password, kept: passwordsKept };
}

/** Sends what waits for the user's record, so that an employee who was added a moment ago is on the server. */
async function onServer(session: Session, userId: string, needsServer: string): Promise<OpenSession> {
  const open = session.require();
  const operations = (): ReturnType<typeof open.workspace.outbox.ofRecord> =>
    open.workspace.outbox.ofRecord('user', userId);
  const waits = (): boolean => operations().some(({ status }) => status === 'waiting' || status === 'sent');
  if (waits()) {
    await open.sync.now();
    if (session.open !== open) throw new PlainError('unauthenticated', 'Sign in first.');
    if (waits()) throw new PlainError('offline', open.sync.status.problem ?? needsServer);
  }
  const created = operations().find(({ kind }) => kind === 'create');
  if (created?.status === 'refused') {
    throw new PlainError(
      'conflict',
      `The server did not add this employee, so there is no account yet. ${created.error?.error ?? ''}`.trim(),
    );
  }
  return open;
}
