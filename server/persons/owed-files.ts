import { PlainError } from '#shared/protocol/errors.ts';
import type { Transaction } from '../database/database.ts';
import { OWED_FILE } from '../database/owed-file.ts';
import { unknownOf } from '../files/clean-up.ts';
import type { Services } from '../services.ts';

type FileServices = Pick<Services, 'database' | 'files' | 'thumbnails'>;

/** In one transaction: others wait for it. */
const AT_ONCE = 100;

/** Notes, in the transaction that erases, that the bytes of a file are still to go: the disk may refuse, or the server end before that. */
export async function oweFile(trx: Transaction, hash: string, at: string): Promise<void> {
  await trx.all(
    'INSERT INTO "meta" ("name", "value") VALUES (?, ?) ON CONFLICT ("name") DO UPDATE SET "value" = excluded."value"',
    [OWED_FILE + hash, at],
  );
}

/**
 * Removes the bytes of files that went with somebody who was erased. One that somebody has sent again meanwhile stays.
 * @throws what the disk says; what is left stays owed
 */
export async function removeOwedFiles(services: FileServices): Promise<void> {
  const failures: unknown[] = [];
  for (let last: string | null = ''; last !== null;) last = await removeSome(services, last, failures);
  if (failures.length > 0) throw failures[0];
}

/** Those after the name; gives the last of them, or null where no more are owed. One that cannot go keeps no other. */
async function removeSome(
  { database, files, thumbnails }: FileServices,
  after: string,
  failures: unknown[],
): Promise<string | null> {
  const owed = await database.all<{ name: string }>(
    `SELECT "name" FROM "meta" WHERE "name" LIKE '${OWED_FILE}%' AND "name" > ? ORDER BY "name" LIMIT ${AT_ONCE}`,
    [after],
  );
  const hashes = owed.map(({ name }) => name.slice(OWED_FILE.length));
  const [first] = hashes;
  if (first === undefined) return null;
  // A disk that does not answer is to keep nobody from saving.
  await files.has(first).catch((error: unknown) => {
    if (error instanceof PlainError) throw error;
  });
  // Under the lock, so that no upload finds a file that is about to go.
  await database.write(async (trx) => {
    const unknown = new Set(await unknownOf(trx, hashes));
    for (const hash of hashes) {
      try {
        if (unknown.has(hash)) {
          await files.remove(hash);
          await thumbnails.remove(hash);
        }
      } catch (error) {
        if (error instanceof PlainError) throw error;
        failures.push(error);
        continue;
      }
      await trx.all('DELETE FROM "meta" WHERE "name" = ?', [OWED_FILE + hash]);
    }
  });
  return owed.at(-1)?.name ?? null;
}
