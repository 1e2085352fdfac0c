import { PlainError } from '#shared/protocol/errors.ts';
import type { Transaction } from '../database/database.ts';
import { endedBy, endReasonOf, isMild } from './end-reasons.ts';
import { stateOfToken } from './refresh-token.ts';

/** A session as it is kept. */
export interface SessionRow {
  id: string;
  userId: string;
  deskId: string | null;
  deskName: string | null;
  createdAt: string;
  expiresAt: string;
  refreshHash: string | null;
  previousHash: string | null;
  generation: number;
  seenGeneration: number;
  endedAt: string | null;
  endReason: string | null;
}

/** What a call wants to know of the session's user. */
export interface UserRow {
  name: string;
  email: string;
  roleName: string | null;
  secondFactorSince: string | null;
  isActive: number | null;
  userDeletedAt: string | null;
}

/** The sessions with their users as they are now, by id. */
export async function sessionsNow(
  reader: Pick<Transaction, 'all' | 'dialect'>,
  ids: readonly string[],
): Promise<ReadonlyMap<string, SessionRow & UserRow>> {
  // One bound value however many there are, so that the statement stays the same.
  const list =
    reader.dialect === 'sqlite'
      ? 'SELECT "value" FROM json_each(?)'
      : 'SELECT json_array_elements_text(?::json)';
  const rows = await reader.all<SessionRow & UserRow>(
    `SELECT s.*, u."name", u."email", u."roleName", u."isActive", u."deletedAt" AS "userDeletedAt",
       f."confirmedAt" AS "secondFactorSince"
     FROM "sessions" s JOIN "user" u ON u."_id" = s."userId"
     LEFT JOIN "second_factors" f ON f."userId" = s."userId" WHERE s."id" IN (${list})`,
    [JSON.stringify(ids)],
  );
  return new Map(rows.map((row) => [row.id, row]));
}

/**
 * The session of a refresh token that was given out for it and that still stands.
 * @throws PlainError as `Sessions.refresh`.
 */
export function standing(
  row: (SessionRow & UserRow) | undefined,
  given: string,
  made: number | null,
): SessionRow & UserRow {
  // Keys renewed since the backup are not known to the data, whoever has them.
  if (row?.endReason === 'restored') assertStands(row, row);
  // Whoever knows the id of a session, which lists show, must not be able to end it.
  if (!row || stateOfToken(row, given, made) === 'foreign') {
    throw new PlainError('unauthenticated', 'Sign in to go on.');
  }
  assertStands(row, row);
  return row;
}

/** @throws PlainError as `Sessions.authenticate`, where the session is over. */
export function assertStands(session: SessionRow, user: UserRow): void {
  const reason = session.endedAt === null ? null : endReasonOf(session.endReason);
  if (reason !== null && !isMild(reason)) {
    const isThere = user.userDeletedAt === null && user.isActive !== 0;
    throw endedBy(reason, isThere ? (user.roleName ?? '') : undefined);
  }
  if (user.userDeletedAt !== null) throw endedBy('deleted');
  if (user.isActive === 0) throw endedBy('deactivated');
  if (reason !== null) throw endedBy(reason);
  if (session.expiresAt < new Date().toISOString()) {
    throw new PlainError('unauthenticated', 'Your session has expired. Sign in again.');
  }
}

export function stands(row: SessionRow & UserRow): boolean {
  try {
    assertStands(row, row);
    return true;
  } catch {
    return false;
  }
}
