import type { Database, Transaction } from '../database/database.ts';
import { selectIn } from '../database/statements.ts';
import { doRegularly } from '../regular-work.ts';
import type { Services } from '../services.ts';
import type { FileServices } from './keep-file.ts';
import { namingSelects } from './text-files.ts';
import { DAY_MS } from '#shared/format/time.ts';

/** A file that no record names is kept this long: a desk may be offline with the record that is to name it. */
export const UNUSED_DAYS = 30;
/** A document of which a part has arrived waits so long for the rest. */
const BEGUN_DAYS = 7;

const HERE_SINCE = 'filesHereSince';

/** Cleans up now and then for as long as the server runs. */
export function scheduleCleanUp(services: Services): void {
  const work = async (): Promise<unknown> => {
    const now = await services.retention.now();
    return Promise.all([cleanUp(services, now), services.uploads.removeOlderThan(now - BEGUN_DAYS * DAY_MS)]);
  };
  doRegularly(services, work, 'clean-up of files failed');
}

/**
 * Removes the files that no record has named for 30 days, deleted records counted among those that do since they can
 * be restored; and what lies on the disk without being known. Gives the number of removed files.
 * @param now milliseconds since 1970.
 */
export async function cleanUp(services: FileServices, now = Date.now()): Promise<number> {
  return (await removeUnused(services, now)) + (await removeUnknown(services, now));
}

async function removeUnused({ database, files, thumbnails }: FileServices, now: number): Promise<number> {
  const named = namedFiles(database);
  const at = new Date(now).toISOString();
  return database.write(async (trx) => {
    await trx.all(
      `UPDATE "files" SET "unusedSince" = NULL WHERE "unusedSince" IS NOT NULL AND "hash" IN (${named})`,
    );
    await trx.all(
      `UPDATE "files" SET "unusedSince" = ? WHERE "unusedSince" IS NULL AND "hash" NOT IN (${named})`,
      [at],
    );
    const unused = await trx.all<{ hash: string }>('SELECT "hash" FROM "files" WHERE "unusedSince" < ?', [
      new Date(now - UNUSED_DAYS * DAY_MS).toISOString(),
    ]);
    for (const { hash } of unused) {
      await trx.all('DELETE FROM "files" WHERE "hash" = ?', [hash]);
      await trx.all('DELETE FROM "file_uploads" WHERE "hash" = ?', [hash]);
      await trx.all('DELETE FROM "text_files" WHERE "hash" = ?', [hash]);
      // Under the lock, so that no upload finds a file that is about to go.
      await files.remove(hash);
      await thumbnails.remove(hash);
    }
    return unused.length;
  });
}

/** SQL for the hashes that records name. */
function namedFiles({ model }: Database): string {
  const selects = namingSelects(model);
  return selects.length > 0 ? selects.join(' UNION ') : `SELECT "hash" FROM "files"`;
}

/**
 * A crash may leave files behind. That this database does not know a file is no proof that nobody needs it: the server may run
 * on another one for a moment, or on one that was put back, whose desks offer again what names it. So it is kept for as long as
 * one that no record names, counted from when this database came to these files too.
 */
async function removeUnknown({ database, files, thumbnails }: FileServices, now: number): Promise<number> {
  const longAgo = now - UNUSED_DAYS * DAY_MS;
  const isLongHere = (await hereSince(database, now)) < longAgo;
  const old = isLongHere ? await files.writtenBefore(longAgo) : [];
  // One may have been made while its picture was removed.
  for (const hash of await unknownOf(database, await thumbnails.madeBefore(now - DAY_MS))) {
    await thumbnails.remove(hash);
  }
  const lost = await unknownOf(database, old);
  if (lost.length === 0) return 0;
  return database.write(async (trx) => {
    const still = await unknownOf(trx, lost);
    for (const hash of still) await files.remove(hash);
    return still.length;
  });
}

/** Since when the database, in the state to which it may have been put back, has been used with the files. */
async function hereSince(database: Database, now: number): Promise<number> {
  return database.write(async (trx) => {
    const [row] = await trx.all<{ value: string }>(
      `SELECT "value" FROM "meta" WHERE "name" = '${HERE_SINCE}'`,
    );
    const [epoch, since] = row?.value.split(' ') ?? [];
    const time = Date.parse(since ?? '');
    // Noted by a clock that was ahead it counts from now.
    if (epoch === database.epoch && time <= now) return time;
    await trx.all(
      `INSERT INTO "meta" ("name", "value") VALUES ('${HERE_SINCE}', ?)
       ON CONFLICT ("name") DO UPDATE SET "value" = excluded."value"`,
      [`${database.epoch} ${new Date(now).toISOString()}`],
    );
    return now;
  });
}

/** Those of the files of which the database knows nothing. */
export async function unknownOf(trx: Pick<Transaction, 'all'>, hashes: readonly string[]): Promise<string[]> {
  const known = await selectIn<{ hash: string }>(trx, 'files', 'hash', hashes, '"hash"');
  const names = new Set(known.map(({ hash }) => hash));
  return hashes.filter((hash) => !names.has(hash));
}
