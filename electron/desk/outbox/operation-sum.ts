import { crc32 } from 'node:zlib';
import type { SqliteDatabase } from '../storage/sqlite-file.ts';

/** What an operation says. Where it stands changes; this is written once, and then only taken away. */
const FIRST_SUMMED = [
  'id',
  'kind',
  'entity',
  'recordId',
  'base',
  'changes',
  'title',
  'at',
  'before',
  'seen',
] as const;
/** What a later form added. An operation that has nothing of it keeps the sum that it had before. */
const THEN_SUMMED = ['setId', 'setTitle', 'setPart', 'undoes', 'setCount'] as const;
const SUMMED = [...FIRST_SUMMED, ...THEN_SUMMED] as const;

/** The same as `SUM_SQL` in the forms that knew nothing of change sets. */
export const FIRST_SUM_SQL = `operation_sum(${FIRST_SUMMED.join(', ')})`;

/** SQL that gives the checksum of an operation's row, where the connection was taught it. */
export const SUM_SQL = `operation_sum(${SUMMED.join(', ')})`;

/** The user reads this of a change that is not what was written. */
export const DAMAGED_CHANGE =
  'This change was damaged on the disk of this computer. Compare it with the record, then enter it again.';

/** The user reads this of one of several changes made in one go, where others of them cannot be found any more. */
export const DAMAGED_SET =
  'Other changes that belong to this one were lost on the disk of this computer. Compare it with the record, then enter it again.';

function sumOf(values: readonly unknown[]): number {
  const then = values.slice(FIRST_SUMMED.length);
  const said = then.every((value) => value === null) ? values.slice(0, FIRST_SUMMED.length) : values;
  return crc32(JSON.stringify(said));
}

/** The checksum of a row as it stands in the file: what is meant to be written may come out of SQLite another way. */
export function operationSum(row: Readonly<Partial<Record<(typeof SUMMED)[number], unknown>>>): number {
  return sumOf(SUMMED.map((name) => row[name] ?? null));
}

/** Makes `operation_sum` known to a connection. */
export function teachSum(db: SqliteDatabase): void {
  db.function('operation_sum', { deterministic: true, varargs: true }, (...values: unknown[]) =>
    sumOf(values),
  );
}
