import { PlainError } from '#shared/protocol/errors.ts';
import type { Transaction } from '../database/database.ts';
import type { Model } from '../database/model.ts';
import { namingSelects } from './text-files.ts';

/**
 * Room for pictures that no record has named yet. A desk sends ten at a time, just before the changes that name them; an
 * older one up to 500 before it names the first, which fit where they are of the usual size.
 */
export const UNNAMED_ROOM = {
  ofOne: { files: 500, bytes: 200 * 1024 * 1024 },
  inAll: { files: 10_000, bytes: 2 * 1024 * 1024 * 1024 },
} as const;

interface Unnamed {
  files: number;
  bytes: number;
}

/** Whose picture it is, and from where it was sent. */
export interface Sender {
  userId: string;
  address: string;
}

/**
 * Bounds the pictures that were sent and that no record has named since. One that a record named, and that another has taken
 * the place of, is the sender's no more once the clean-up has seen it; it goes with the others.
 * @param hash a picture that is here already takes no more room
 * @throws PlainError `too-large` where there is no room for so many bytes more.
 */
export async function assertRoom(
  reader: Pick<Transaction, 'all'>,
  model: Model,
  { userId }: Sender,
  { hash, size }: { hash: string; size: number },
): Promise<void> {
  const [here] = await reader.all('SELECT 1 AS "found" FROM "files" WHERE "hash" = ?', [hash]);
  if (here) return;
  const isUnnamed = unnamed(model);
  const [own] = await reader.all<Unnamed>(
    `SELECT COUNT(*) AS "files", COALESCE(SUM("size"), 0) AS "bytes" FROM "files"
     JOIN "file_uploads" ON "file_uploads"."hash" = "files"."hash"
     WHERE "userId" = ? AND "unusedSince" = "at" AND ${isUnnamed}`,
    [userId],
  );
  if (isOver(own, UNNAMED_ROOM.ofOne, size)) {
    throw new PlainError(
      'too-large',
      'You have sent very many pictures that no record shows. Save the records that they are for, then choose this one again.',
    );
  }
  const [all] = await reader.all<Unnamed>(
    `SELECT COUNT(*) AS "files", COALESCE(SUM("size"), 0) AS "bytes" FROM "files"
     WHERE "unusedSince" IS NOT NULL AND ${isUnnamed}`,
  );
  if (isOver(all, UNNAMED_ROOM.inAll, size)) {
    throw new PlainError(
      'too-large',
      'The server has too many pictures that no record shows, and takes no more now. Tell your administrator.',
    );
  }
}

const isOver = (now: Unnamed | undefined, most: Unnamed, size: number): boolean =>
  Number(now?.files ?? 0) + 1 > most.files || Number(now?.bytes ?? 0) + size > most.bytes;

/** SQL for a file that no record names, found by the index of each place that may name one. */
function unnamed(model: Model): string {
  const named = namingSelects(model).map(
    (select) => `NOT EXISTS (SELECT 1 FROM (${select}) AS "naming" WHERE "naming"."hash" = "files"."hash")`,
  );
  return named.length > 0 ? named.join(' AND ') : '1 = 0';
}
