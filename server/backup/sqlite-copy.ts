import { chmod } from 'node:fs/promises';
import { isDeepStrictEqual } from 'node:util';
import BetterSqlite3 from 'better-sqlite3';
import { quote } from '#shared/model/list-query.ts';
import { sqliteBinding } from '#shared/node/sqlite-binding.ts';
import { flushFile } from '#shared/node/whole-file.ts';
import { OWED_FILES } from '../database/owed-file.ts';
import { KNOWN_FILES, type Held, type Progress } from './manifest.ts';

/** Pages copied before others get a turn: 16 MB. */
const PAGES_AT_ONCE = 4_096;

/** Copies the SQLite database as it is at one moment, while a server writes to it. */
export async function copySqlite(
  from: string,
  to: string,
  onProgress: Progress,
): Promise<Held & { known: string[]; owed: string[] }> {
  const source = new BetterSqlite3(from, { readonly: true, nativeBinding: sqliteBinding() });
  try {
    // One state is read from here to the end; without it, each commit of the server would start the copy anew.
    source.exec('BEGIN');
    const { tables, seq } = summaryOf(source);
    const known = source.prepare<[], string>(KNOWN_FILES).pluck().all();
    const owed = source.prepare<[], string>(OWED_FILES).pluck().all();
    await source.backup(to, {
      progress: ({ totalPages, remainingPages }) => {
        onProgress(totalPages - remainingPages, totalPages, 'pages of the database');
        return PAGES_AT_ONCE;
      },
    });
    source.exec('COMMIT');
    makeOneFile(to);
    await chmod(to, 0o600);
    await flushFile(to);
    assertSound(to, { tables, seq });
    return { tables, seq, known, owed };
  } finally {
    source.close();
  }
}

/** The copy is read without the files beside it that a database in use has. */
function makeOneFile(file: string): void {
  const copy = new BetterSqlite3(file, { nativeBinding: sqliteBinding() });
  try {
    copy.pragma('journal_mode = DELETE');
  } finally {
    copy.close();
  }
}

type Sqlite = BetterSqlite3.Database;

function summaryOf(db: Sqlite): Held {
  const names = db
    .prepare<[], { name: string }>(
      `SELECT "name" FROM sqlite_schema WHERE "type" = 'table' AND "name" NOT LIKE 'sqlite_%' ORDER BY "name"`,
    )
    .all();
  const tables: Record<string, number> = {};
  for (const { name } of names) {
    tables[name] =
      db.prepare<[], { count: number }>(`SELECT COUNT(*) AS "count" FROM ${quote(name)}`).get()?.count ?? 0;
  }
  const seq = db.prepare<[], { seq: number }>('SELECT "seq" FROM "log_position"').get()?.seq ?? 0;
  return { tables, seq };
}

/** Throws where SQLite finds the file damaged, or where it does not hold what it should. */
export function assertSound(file: string, expected: Held): void {
  const copy = new BetterSqlite3(file, { readonly: true, nativeBinding: sqliteBinding() });
  try {
    const [said] = copy.pragma('integrity_check') as { integrity_check: string }[];
    if (said?.integrity_check !== 'ok') throw new Error(`${file} is damaged. Make the backup again.`);
    const { tables, seq } = summaryOf(copy);
    if (seq !== expected.seq || !isDeepStrictEqual(tables, expected.tables)) {
      throw new Error(`${file} does not hold all rows. Make the backup again.`);
    }
  } finally {
    copy.close();
  }
}
