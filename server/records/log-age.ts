import type { Database } from '../database/database.ts';
import { ownTurn } from '../http/turns.ts';

/** A line that bears the time when it was written. That of a record that was loaded has the time of the record, of years ago perhaps. */
const WRITTEN_THEN = `("kind" <> 'create' OR "after" IS NOT NULL)`;
/** Lines looked at in one turn. */
const AT_ONCE = 20_000;

/** What is asked of the log's age. */
export interface AgeQuestion {
  /** ISO time. */
  before: string;
  /** Milliseconds since 1970: what is of later was written while the clock was ahead, and says nothing. */
  now: number;
  /** Everything up to this number is known to be as old. */
  low: number;
}

/**
 * The number up to which every line was written before then, and never less than `low`. A line counts as no older than any
 * before it: while the server's clock was behind, as after its battery had died, what it wrote says times of long ago.
 */
export async function writtenBefore(database: Database, { before, now, low }: AgeQuestion): Promise<number> {
  const high = await lastBefore(database, before, low);
  const latest = new Date(now).toISOString();
  for (let from = low; from < high; from += AT_ONCE) {
    await ownTurn();
    const [newer] = await database.all<{ seq: number }>(
      `SELECT "seq" FROM "change_log" WHERE "seq" > ? AND "seq" <= ? AND "at" >= ? AND "at" <= ? AND ${WRITTEN_THEN}
       ORDER BY "seq" LIMIT 1`,
      [from, Math.min(from + AT_ONCE, high), before, latest],
    );
    if (newer) return Math.max(low, await lineUpTo(database, Number(newer.seq) - 1));
  }
  return high;
}

/** As if all lines lay in the order of their times: it is looked at few of them. */
async function lastBefore(database: Database, time: string, low: number): Promise<number> {
  let [from, to] = [low, await database.seq()];
  while (from < to) {
    const middle = Math.ceil((from + to) / 2);
    const at = await timeUpTo(database, middle);
    // Before the first such line there is nothing that is too new.
    if (at === undefined || at < time) from = middle;
    else to = middle - 1;
  }
  const at = await timeUpTo(database, from);
  return at !== undefined && at < time ? Math.max(low, await lineUpTo(database, from)) : low;
}

async function timeUpTo(database: Database, seq: number): Promise<string | undefined> {
  const [line] = await database.all<{ at: string }>(
    `SELECT "at" FROM "change_log" WHERE "seq" <= ? AND ${WRITTEN_THEN} ORDER BY "seq" DESC LIMIT 1`,
    [seq],
  );
  return line?.at;
}

/** The number of the last line that bears its time; 0 for none. */
async function lineUpTo(database: Database, seq: number): Promise<number> {
  const [line] = await database.all<{ seq: number }>(
    `SELECT "seq" FROM "change_log" WHERE "seq" <= ? AND ${WRITTEN_THEN} ORDER BY "seq" DESC LIMIT 1`,
    [seq],
  );
  return Number(line?.seq ?? 0);
}
