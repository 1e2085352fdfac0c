import { createHash } from 'node:crypto';
import { lstatSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { z } from 'zod';
import { sqliteBinding } from '#shared/node/sqlite-binding.ts';
import { writeWholeFileNow } from '#shared/node/whole-file.ts';
import { keptKey, takeKey } from '../auth/password-key.ts';
import type { Configuration } from '../configuration/configuration.ts';
import { DATABASE_FILE } from '../data-files.ts';
import { isOfOwner } from '../database/folder-owner.ts';
import { KNOWN_KEY } from '../joining/own-certificate.ts';
import { asSentence } from './back-up.ts';
import { foldersBeside } from './beside.ts';
import { textOfManifest } from './manifest.ts';

/**
 * Lies beside a backup that was made for a move (`--for-move`), and beside no other: with it the backup becomes the data of
 * another server, which has a key of its own for its certificate and opens what the old one sealed (decision 45).
 */
const MOVE_FILE = 'move.json';

const moveSchema = z.strictObject({
  /** The key of sealed passwords and of two-step sign-in; null where there is none yet. */
  passwordKey: z.string().nullable(),
  /** The backup that it was laid beside, by the hash of its list. */
  backup: z.string(),
});

type Place = Pick<Configuration, 'dataFolder' | 'passwordKey' | 'passwordKeyFile'>;

/** @throws Error with one sentence where there is a key and it cannot be read */
export function layForMove(backup: string, place: Place): void {
  const organisation = organisationIn(join(backup, DATABASE_FILE));
  const passwordKey = organisation === null ? null : (keptKey(place, organisation)?.trim() ?? null);
  const text = JSON.stringify({ passwordKey, backup: markOf(backup) } satisfies z.infer<typeof moveSchema>);
  const into = dirname(resolve(backup));
  try {
    writeWholeFileNow(join(into, MOVE_FILE), `${text}\n`);
  } catch (error) {
    throw asSentence(error, into);
  }
}

/**
 * Makes restored data that of this server, where its backup was made for a move. Killed before the folder is its data folder,
 * the whole is done again: a key that was put in its place is found there.
 * @param folder where the data was restored to
 * @param isOfFormer whether the backup is of the server itself, as its seal has said: that one does not move, whatever lies there
 * @returns what to print
 * @throws Error with one sentence
 */
export async function takeOverMoved(
  backup: string,
  folder: string,
  place: Omit<Place, 'dataFolder'>,
  isOfFormer: boolean,
): Promise<string[]> {
  const file = foldersBeside(backup)
    .map((beside) => join(beside, MOVE_FILE))
    .find((path) => lstatSync(path, { throwIfNoEntry: false }) !== undefined);
  if (file === undefined) return [];
  const unused = (why: string): string[] => [`${file} ${why}, and was not used. Delete it.`];
  if (!(await isOfOwner(file))) return unused('was not laid there by whoever made the backup');
  if (isOfFormer) return unused('is of a move');
  const { passwordKey, backup: movedBy } = readMove(file);
  // Left there since: a restore of another backup is none of a move, and goes on as the server that it was.
  if (movedBy !== markOf(backup)) return unused('is of a move by another backup');
  const database = join(folder, DATABASE_FILE);
  forgetServerKey(database);
  const organisation = organisationIn(database);
  if (passwordKey === null || organisation === null) return [MOVED];
  const { where, isThis } = takeKey(place, organisation, passwordKey);
  return [
    MOVED,
    isThis
      ? `The key of sealed passwords is in ${where}. Keep a copy of it apart from the backups.`
      : `${where} holds another key than ${file}: passwords that were sealed cannot be shown, and two-step sign-in goes by recovery codes, until that one takes its place.`,
  ];
}

const MOVED =
  'This backup was written out on a PC for an office server. Where nobody has done that, delete the new folder and its key: somebody else has laid move.json beside the backup.';

function readMove(file: string): z.infer<typeof moveSchema> {
  try {
    return moveSchema.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch (error) {
    throw new Error(`${file} is damaged. Write the data out on the PC once more.`, { cause: error });
  }
}

/** It may be called by a link, or have another name by now. */
const markOf = (backup: string): string => createHash('sha256').update(textOfManifest(backup)).digest('hex');

/** The PC keeps its own: two servers with one key could be taken for each other. */
function forgetServerKey(database: string): void {
  const db = new BetterSqlite3(database, { nativeBinding: sqliteBinding() });
  try {
    db.prepare('DELETE FROM "meta" WHERE "name" = ?').run(KNOWN_KEY);
    db.pragma('wal_checkpoint(TRUNCATE)');
  } finally {
    db.close();
  }
}

/** Id of the data, by which its key is found; null where none was given yet. */
function organisationIn(database: string): string | null {
  const db = new BetterSqlite3(database, { readonly: true, nativeBinding: sqliteBinding() });
  try {
    const found: unknown = db
      .prepare(`SELECT "value" FROM "meta" WHERE "name" = 'organisation'`)
      .pluck()
      .get();
    return typeof found === 'string' ? found : null;
  } finally {
    db.close();
  }
}
