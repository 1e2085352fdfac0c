import { setTimeout as wait } from 'node:timers/promises';
import type { Database, Transaction } from '../database/database.ts';
import { OWE_VACUUM, OWED_VACUUM } from '../database/owed-vacuum.ts';

const TRIES = 50;
const TRY_EVERY_MS = 100;
/** So long a vacuum is waited for; it goes on. */
const PATIENCE_MS = 15_000;
/** Tables beside those of the entities whose rows were changed. */
const TABLES = ['change_log', 'operations', 'conflicts', 'change_sets', 'audit_log', 'files', 'file_uploads'];
/** Has samples of values; a role that does not own the database leaves it as it is. */
const STATISTICS = 'pg_statistic';

/**
 * Notes, in the transaction that erases, that what it overwrites is still to be removed from PostgreSQL's files: a server that
 * ends before that, or while somebody reads, does it later.
 */
export async function oweNoTrace(trx: Transaction): Promise<void> {
  if (trx.dialect === 'sqlite') return;
  await trx.all(OWE_VACUUM);
}

/**
 * Removes what the database files still hold of values that are gone: on SQLite the log of writes is taken into the file and
 * cut off; on PostgreSQL old versions of rows are removed. What cannot be done now is done later by `payOwed`: whoever has erased
 * somebody is not told that it failed.
 */
export async function leaveNoTrace(database: Database): Promise<void> {
  const isSqlite = database.dialect === 'sqlite';
  if (isSqlite) uncut.add(database);
  const done = repeated(() => payOwed(database)).catch(() => undefined);
  await (isSqlite ? done : Promise.race([done, wait(PATIENCE_MS, undefined, { ref: false })]));
}

/** Somebody may be reading: they end soon, or it is left to later. */
async function repeated(step: () => Promise<boolean>): Promise<void> {
  for (let tries = 0; tries < TRIES; tries += 1) {
    if (await step()) return;
    await wait(TRY_EVERY_MS);
  }
}

/** SQLite's, whose log of writes may hold somebody who was erased. A server that starts cuts it off in any case. */
const uncut = new WeakSet<Database>();

async function cut(database: Database): Promise<boolean> {
  if (!uncut.has(database)) return true;
  // Who is erased meanwhile is owed all the same.
  uncut.delete(database);
  let isCut = false;
  try {
    isCut = await database.cutLogOfWrites();
  } finally {
    if (!isCut) uncut.add(database);
  }
  return isCut;
}

/**
 * Vacuums PostgreSQL's tables, or cuts off SQLite's log of writes, where people were erased since the last time, once nobody reads any
 * more what stood there before: until then each try costs next to nothing. False where somebody still does.
 */
export function payOwed(database: Database): Promise<boolean> {
  if (database.dialect === 'sqlite') return cut(database);
  const paid = (paying.get(database) ?? Promise.resolve()).then(() => pay(database));
  paying.set(
    database,
    paid.catch(() => undefined),
  );
  return paid;
}

/** One after the other: what one has done is owed no longer when the next begins. */
const paying = new WeakMap<Database, Promise<unknown>>();

async function pay(database: Database): Promise<boolean> {
  const [owed] = await database.all<{ value: string }>(
    `SELECT "value" FROM "meta" WHERE "name" = '${OWED_VACUUM}'`,
  );
  if (!owed) return true;
  const tables = [...database.model.entities.map(({ name }) => name), ...TABLES, STATISTICS];
  if (!(await database.vacuum(tables, Number(owed.value)))) return false;
  // Who was erased meanwhile is owed all the same.
  await database.write((trx) =>
    trx.all(`DELETE FROM "meta" WHERE "name" = '${OWED_VACUUM}' AND "value" = ?`, [owed.value]),
  );
  return true;
}
