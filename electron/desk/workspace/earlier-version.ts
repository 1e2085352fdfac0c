import { existsSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import type { DataKeys } from '../storage/data-keys.ts';
import { eraseFiles } from '../storage/erase.ts';
import { eraseImport, IMPORT_FILES } from '../storage/import-files.ts';
import { keepAsideSqlite, keptBeside } from '../storage/kept-aside.ts';
import { sealFile } from '../storage/sealed-file.ts';
import { COMPANIONS, isPlainSqlite, openSqlite, type SqliteSettings } from '../storage/sqlite-file.ts';

/**
 * Undoes what an earlier version does to an encrypted folder in which it was started again: it takes what is encrypted for
 * damaged, puts the outbox aside and goes on in plain. The encrypted outbox comes back as it was. Nobody can tell what was
 * written meanwhile from what somebody put there: it is not believed, and lies aside sealed. The opening tells of it by the
 * outbox's mark. Before any of it is opened; killed in between, the next opening goes on.
 */
export function returnFromEarlierVersion(
  folder: string,
  keys: DataKeys,
  nativeBinding: string | undefined,
): void {
  const [outbox, cache, rows] = ['outbox.db', 'cache.db', IMPORT_FILES.rows].map((name) =>
    join(folder, name),
  );
  if (!outbox || !cache || !rows) return;
  // Fetched again; and the file of the import is still where it came from.
  if (isPlainSqlite(cache) || isPlainSqlite(`${cache}.damaged`))
    eraseFiles(folder, (name) => name.startsWith('cache.db'));
  if (isPlainSqlite(rows)) eraseImport(folder);

  const [newest] = keptBeside(outbox);
  const isBrokenOff =
    !existsSync(outbox) &&
    !existsSync(`${outbox}.salvaged`) &&
    newest !== undefined &&
    isPlainSqlite(newest.path);
  if (isPlainSqlite(outbox) || isBrokenOff) {
    const settings = { synchronous: 'FULL', nativeBinding, encryption: keys.outbox } as const;
    const ours = keptBeside(outbox).find(({ path }) => opens(path, settings));
    if (ours && !isBrokenOff) keepAsideSqlite(outbox);
    if (ours) move(ours.path, outbox);
  }
  for (const { path } of keptBeside(outbox)) if (isPlainSqlite(path)) sealAside(path, keys);
}

function sealAside(path: string, keys: DataKeys): void {
  try {
    // The database itself last: by it the others are known as plain.
    for (const ending of COMPANIONS.toReversed()) sealFile(path + ending, keys.files);
  } catch {
    // Somebody has it open: the next opening tries again.
  }
}

function opens(path: string, settings: SqliteSettings): boolean {
  if (!existsSync(path) || isPlainSqlite(path)) return false;
  try {
    openSqlite(path, settings).close();
    return true;
  } catch {
    return false;
  }
}

/** The database itself last: until then this is done again. */
function move(from: string, to: string): void {
  for (const ending of COMPANIONS.toReversed())
    if (existsSync(from + ending)) renameSync(from + ending, to + ending);
}
