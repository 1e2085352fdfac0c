import { crc32 } from 'node:zlib';
import type { SqliteDatabase } from '../storage/sqlite-file.ts';

/** What an operation says. Where it stands changes; this is written once, and then only taken away. */
const SUMMED = [
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

/** SQL that gives the checksum of an operation's row, where the connection was taught it. */
export const SUM_SQL = `operation_sum(${SUMMED.join(', ')})`;

/** The user reads this of a change that is not what was written. */
export const DAMAGED_CHANGE =
  'This change was damaged on the disk of this computer. Compare it with the record, then enter it again.';

const sumOf = (values: readonly unknown[]): number => crc32(JSON.stringify(values));

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
