import { PlainError } from '#shared/protocol/errors.ts';
import type { SessionInfo } from '#shared/protocol/sessions.ts';
import { audit } from '../audit/record.ts';
import { assertStillAllowed } from '../records/apply-operations.ts';
import { authorOf } from '../records/author.ts';
import type { Services } from '../services.ts';
import { forgetDesk } from './known-places.ts';
import type { Session } from './sessions.ts';
import { DAY_MS } from '#shared/format/time.ts';

interface OpenRow {
  id: string;
  deskId: string | null;
  deskName: string | null;
  createdAt: string;
  expiresAt: string;
}

/**
 * Where a user is signed in, the last seen first.
 * @throws PlainError `forbidden` where it is another user, and the asker is no Super Admin.
 */
export async function sessionsOf(
  { database, configuration }: Services,
  session: Session,
  userId: string,
): Promise<SessionInfo[]> {
  if (userId !== session.user._id && session.role !== 'Super Admin') {
    throw new PlainError('forbidden', 'Only a Super Admin may see where others are signed in.');
  }
  const rows = await database.all<OpenRow>(
    `SELECT "id", "deskId", "deskName", "createdAt", "expiresAt" FROM "sessions"
     WHERE "userId" = ? AND "endedAt" IS NULL AND "expiresAt" > ? AND "createdAt" > ?`,
    [
      userId,
      new Date().toISOString(),
      new Date(Date.now() - configuration.deskSignInDays * DAY_MS).toISOString(),
    ],
  );
  return rows
    .map(({ id, deskId, deskName, createdAt, expiresAt }) => ({
      _id: id,
      device: deskId === null ? null : deskName,
      openedAt: createdAt,
      // A desk's session is prolonged to its full length each time that its token is renewed.
      lastSeenAt:
        deskId === null
          ? createdAt
          : new Date(Date.parse(expiresAt) - configuration.deskSessionDays * DAY_MS).toISOString(),
      current: id === session.id,
    }))
    .sort((one, other) => other.lastSeenAt.localeCompare(one.lastSeenAt));
}

/**
 * Ends a session: one's own, or anybody's as Super Admin. Its live channel closes at once.
 * @throws PlainError `not-found` where there is no such open session, or it is another user's.
 */
export async function endSession(
  { database, sessions }: Services,
  session: Session,
  id: string,
): Promise<void> {
  await database.write(async (trx, log) => {
    await assertStillAllowed(trx, authorOf(session));
    const [found] = await trx.all<{ userId: string; deskId: string | null; deskName: string | null }>(
      'SELECT "userId", "deskId", "deskName" FROM "sessions" WHERE "id" = ? AND "endedAt" IS NULL',
      [id],
    );
    const own = found?.userId === session.user._id;
    if (!found || (!own && session.role !== 'Super Admin')) {
      throw new PlainError('not-found', 'This device is not signed in any more.');
    }
    const reason = id === session.id ? 'signed-out' : own ? 'ended-elsewhere' : 'ended-by-administrator';
    await sessions.endOne(trx, log, { id, userId: found.userId }, reason);
    // A device that was lost is nothing to know its user by.
    if (reason !== 'signed-out' && found.deskId !== null) await forgetDesk(trx, found.userId, found.deskId);
    await audit(trx, {
      action: 'session-end',
      outcome: 'done',
      userId: session.user._id,
      subjectId: found.userId,
      address: session.address,
      detail: { device: found.deskName },
    });
  });
}
