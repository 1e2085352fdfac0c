import { randomUUID } from 'node:crypto';
import { existsSync, renameSync } from 'node:fs';
import { isDiskRefusal } from '../storage/disk-trouble.ts';
import { keepAsideSqlite, pruneKeptAside, type AsideTimes } from '../storage/kept-aside.ts';
import { readMark, type Promised } from './outbox-mark.ts';
import { OutboxMeta } from './outbox-meta.ts';
import { DAMAGED_CHANGE, SUM_SQL } from './operation-sum.ts';
import type { Refusal } from './outbox-operation.ts';
import { damageSentence, forgottenSentence, OutboxNotices, shortSentence } from './outbox-notices.ts';
import { isSoundOperation, salvageOutbox, writeSalvaged, type Row, type Salvaged } from './outbox-salvage.ts';
import { migrateOutbox } from './outbox-schema.ts';
import {
  damageOf,
  deleteSqlite,
  isDamage,
  isNoFile,
  openSqlite,
  StatementCache,
  type SqliteDatabase,
  type SqliteSettings,
} from '../storage/sqlite-file.ts';
import { hasBrokenWal } from '../storage/sqlite-wal.ts';

export type OutboxSettings = Pick<SqliteSettings, 'nativeBinding' | 'encryption'>;

export interface OpenedOutbox {
  db: SqliteDatabase;
  id: string;
  /** Whether something is missing that was promised, or was put together anew. */
  repaired: boolean;
  /** Whether there was none before, as far as the folder of the outbox shows. */
  isNew: boolean;
}

/**
 * Opens an outbox; where it is damaged, what can be read of it is put into a new one, and the damaged one is kept
 * beside it. What is missing is noted for the user.
 * @throws PlainError `not-supported` where a newer version of the application wrote it.
 */
export function openOutbox(path: string, settings: OutboxSettings): OpenedOutbox {
  const opened = openOrRepair(path, settings);
  pruneKeptAside(path, asideTimes(opened.db));
  return opened;
}

/** Kept with the outbox itself, which knows the server's clock. */
function asideTimes(db: SqliteDatabase): AsideTimes {
  const meta = new OutboxMeta(new StatementCache(db));
  const read = (name: string): number | undefined => {
    const time = Date.parse(meta.read(name) ?? '');
    return Number.isNaN(time) ? undefined : time;
  };
  return {
    now: read('serverTime'),
    since: (number) => read(`aside:${number}`),
    note: (number, since) => {
      try {
        meta.write(`aside:${number}`, since === null ? null : new Date(since).toISOString());
      } catch (error) {
        // Without room for the note it counts from the next opening.
        if (!isDiskRefusal(error)) throw error;
      }
    },
  };
}

/** An earlier repair that was broken off between its two renames. */
export function finishRepair(path: string): void {
  const salvaged = `${path}.salvaged`;
  if (!existsSync(path) && existsSync(salvaged)) renameSync(salvaged, path);
}

function openOrRepair(path: string, settings: OutboxSettings): OpenedOutbox {
  finishRepair(path);
  if (isNoFile(path)) keepAsideSqlite(path);
  const promised = readMark(path);
  // Before SQLite opens it: it takes what follows a damaged frame for nothing, and writes over it.
  const beforehand = hasBrokenWal(path) ? salvageOutbox(path, settings.encryption) : null;
  let db: SqliteDatabase | undefined;
  try {
    db = openSound(path, settings);
    const last = lastOf(db);
    const id = idOf(db);
    const isShort = promised !== null && promised.n > 0 && (promised.id !== id || promised.n > last.n);
    // Of a new outbox even its id may have stood in the write-ahead file alone.
    const isSame = promised?.id === id || (id === null && beforehand !== null);
    if (isShort && isSame && beforehand) throw damageOf(path, 'Frames were lost');
    if (isShort) noteShort(db, promised, isSame, last);
    const isNew = id === null && last.n === 0 && !isShort;
    return { db, id: id ?? giveId(db), repaired: isShort, isNew };
  } catch (error) {
    db?.close();
    if (!isDamage(error)) throw error;
    return repair(path, settings, promised, beforehand ?? salvageOutbox(path, settings.encryption));
  }
}

/** Opens a damaged outbox again, from what can be read of it; the connection to it is closed in between. */
export function repairOutbox(path: string, settings: OutboxSettings, close: () => void): OpenedOutbox {
  // First: closing may write, and deletes the write-ahead file.
  const salvaged = salvageOutbox(path, settings.encryption);
  close();
  return repair(path, settings, readMark(path), salvaged);
}

function repair(
  path: string,
  settings: OutboxSettings,
  promised: Promised | null,
  salvaged: Salvaged,
): OpenedOutbox {
  const fresh = `${path}.salvaged`;
  deleteSqlite(fresh);
  const made = openSqlite(fresh, { synchronous: 'FULL', ...settings });
  try {
    migrateOutbox(made);
    writeSalvaged(made, salvaged);
    growTo(made, promised?.n ?? 0);
    const notices = new OutboxNotices(new OutboxMeta(new StatementCache(made)));
    notices.takeBackComfort();
    notices.add(damageSentence(salvaged, promised), new Date().toISOString());
  } finally {
    made.close();
  }
  keepAsideSqlite(path);
  renameSync(fresh, path);
  const db = openSound(path, settings);
  return { db, id: idOf(db) ?? giveId(db), repaired: true, isNew: false };
}

/** Throws where the file is damaged, also where SQLite could go on for a while. */
function openSound(path: string, settings: OutboxSettings): SqliteDatabase {
  const db = openSqlite(path, { synchronous: 'FULL', ...settings });
  try {
    // What is taken out of it must not be left in free pages of the file.
    db.pragma('secure_delete = ON');
    migrateOutbox(db);
    // Not quick_check: what an index does not name is neither counted nor sent.
    const finding = db.pragma('integrity_check(1)', { simple: true });
    if (finding !== 'ok') throw damageOf(path, `The outbox is damaged: ${String(finding)}`);
    for (const row of db.prepare<[], Row>('SELECT * FROM operations NOT INDEXED').iterate()) {
      if (!isSoundOperation(row)) throw damageOf(path, 'An operation of the outbox cannot be read');
    }
    setDamagedAside(db);
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
}

/** Operations that do not say what was written: none of them is ever sent, or offered again. */
function setDamagedAside(db: SqliteDatabase): void {
  try {
    db.transaction(() => {
      refuseDamaged(db);
      forgetDamagedApplied(new StatementCache(db));
    })();
  } catch (error) {
    // Without room for that they are known by their sums.
    if (!isDiskRefusal(error)) throw error;
  }
}

/** They go to the tray, where their maker sees what is left of them. */
function refuseDamaged(db: SqliteDatabase): void {
  const refusal: Refusal = { code: 'invalid', error: DAMAGED_CHANGE };
  db.prepare(
    `UPDATE operations SET status = 'refused', error = ?
     WHERE status <> 'applied' AND sum IS NOT ${SUM_SQL} AND coalesce(error, '') NOT GLOB '*strippedFields*'`,
  ).run(JSON.stringify(refusal));
}

/** The server has them as they were; a server restored from a backup is not given them. */
export function forgetDamagedApplied(statements: StatementCache): void {
  const { changes } = statements
    .prepare(`DELETE FROM operations WHERE status = 'applied' AND sum IS NOT ${SUM_SQL}`)
    .run();
  if (changes > 0)
    new OutboxNotices(new OutboxMeta(statements)).add(forgottenSentence(changes), new Date().toISOString());
}

function lastOf(db: SqliteDatabase): { n: number; at: string | null } {
  const row = db
    .prepare(
      `SELECT coalesce((SELECT seq FROM sqlite_sequence WHERE name = 'operations'), 0) AS n,
         (SELECT at FROM operations ORDER BY n DESC LIMIT 1) AS at`,
    )
    .get();
  return row as { n: number; at: string | null };
}

function idOf(db: SqliteDatabase): string | null {
  const row = db.prepare(`SELECT value FROM meta WHERE name = 'id'`).get();
  return (row as { value: string } | undefined)?.value ?? null;
}

function giveId(db: SqliteDatabase): string {
  const id = randomUUID();
  try {
    db.prepare(`INSERT INTO meta (name, value) VALUES ('id', ?)`).run(id);
  } catch (error) {
    // Without room it has another id each time, and no mark.
    if (!isDiskRefusal(error)) throw error;
  }
  return id;
}

/** The outbox has less than was promised: told, and none of the numbers is given again where it is the same one. */
export function noteShort(db: SqliteDatabase, promised: Promised, same: boolean, last = lastOf(db)): void {
  db.transaction(() => {
    const notices = new OutboxNotices(new OutboxMeta(new StatementCache(db)));
    notices.takeBackComfort();
    notices.add(shortSentence(last, promised, same), new Date().toISOString());
    if (same) growTo(db, promised.n);
  })();
}

/** No number is given twice: those that were lost stay lost. */
function growTo(db: SqliteDatabase, n: number): void {
  const last = Math.max(n, lastOf(db).n);
  if (last === 0) return;
  const grown = db.prepare(`UPDATE sqlite_sequence SET seq = ? WHERE name = 'operations'`).run(last);
  if (grown.changes === 0) {
    db.prepare(`INSERT INTO sqlite_sequence (name, seq) VALUES ('operations', ?)`).run(last);
  }
}
