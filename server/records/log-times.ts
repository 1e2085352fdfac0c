import { backupEnd } from '../sync/lineage.ts';
import type { Row } from '../database/rows.ts';
import type { Batch } from './batch.ts';
import { versionsIn } from './versions.ts';

/** Lines asked about in one query. */
const SLICE = 500;

interface Known {
  /** ISO times by the numbers of the log; null where there is no such line. */
  times: Map<number, string | null>;
  endOfBackup: Promise<number | null> | undefined;
}

/** Of each transaction. What a line says never changes, nor does where a backup ended while one lasts. */
const known = new WeakMap<Batch, Known>();

function knownIn(batch: Batch): Known {
  let found = known.get(batch);
  if (!found) known.set(batch, (found = { times: new Map(), endOfBackup: undefined }));
  return found;
}

/** Where the log stood when the data was last restored from a backup; null where it never was, as far as is known. */
export function endOfBackup(batch: Batch): Promise<number | null> {
  return (knownIn(batch).endOfBackup ??= backupEnd({ all: (sql, params) => batch.ask(sql, params ?? []) }));
}

/** When that line of the log was written, as ISO time; null where there is none. */
export async function timeOf(batch: Batch, seq: number): Promise<string | null> {
  await loadTimes(batch, [seq]);
  return knownIn(batch).times.get(seq) ?? null;
}

/**
 * Reads ahead when the values of these records were written. Hundreds of records with all their fields are offered again in
 * one push; a question for each field would keep everybody else from saving for seconds.
 */
export async function loadTimesOf(batch: Batch, rows: readonly Row[]): Promise<void> {
  await loadTimes(
    batch,
    rows.flatMap((row) => [
      Number(row['_createdSeq']),
      ...Object.values(versionsIn(row)).flatMap(([seq, , , ackedAt]) => (ackedAt === undefined ? [seq] : [])),
    ]),
  );
}

async function loadTimes(batch: Batch, seqs: readonly number[]): Promise<void> {
  const { times } = knownIn(batch);
  const missing = [...new Set(seqs)].filter((seq) => !times.has(seq));
  for (let from = 0; from < missing.length; from += SLICE) {
    const some = missing.slice(from, from + SLICE);
    for (const seq of some) times.set(seq, null);
    const lines = await batch.ask<{ seq: number; at: string }>(
      `SELECT "seq", "at" FROM "change_log" WHERE "seq" IN (${some.map(() => '?').join(', ')})`,
      some,
    );
    for (const { seq, at } of lines) times.set(Number(seq), at);
  }
}
