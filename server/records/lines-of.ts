import { setImmediate as nextTurn } from 'node:timers/promises';
import type { ColumnValue } from '#shared/model/columns.ts';
import type { Transaction } from '../database/database.ts';
import { placeholders } from '../database/statements.ts';

/** Records asked about by one query. */
const RECORDS_AT_ONCE = 100;

export interface LineOf {
  seq: number;
  recordId: string;
}

interface LinesAsked {
  /** SQL of what is read of a line besides its seq and its record. */
  columns: string;
  /** Lines that are read at once. */
  atOnce: number;
  where?: string;
  params?: readonly ColumnValue[];
}

/**
 * The lines of the log that are about these records of one entity, each record's in order. There may be thousands, each with two
 * long texts: they come some at a time, and others have their turn in between.
 */
export async function* linesOf<Line>(
  ask: Transaction['all'],
  entity: string,
  ids: readonly string[],
  { columns, atOnce, where = '1 = 1', params = [] }: LinesAsked,
): AsyncGenerator<(Line & LineOf)[]> {
  for (let from = 0; from < ids.length; from += RECORDS_AT_ONCE) {
    const some = ids.slice(from, from + RECORDS_AT_ONCE);
    let [after, seq] = ['', 0];
    for (let isMore = true; isMore;) {
      if (from > 0 || seq > 0) await nextTurn();
      const lines: (Line & LineOf)[] = await ask(
        `SELECT "seq", "recordId"${columns === '' ? '' : `, ${columns}`} FROM "change_log"
         WHERE "entity" = ? AND "recordId" IN ${placeholders(some.length)} AND ${where}
           AND ("recordId" > ? OR ("recordId" = ? AND "seq" > ?)) ORDER BY "recordId", "seq" LIMIT ?`,
        [entity, ...some, ...params, after, after, seq, atOnce],
      );
      if (lines.length > 0) yield lines;
      const last = lines.at(-1);
      [after, seq] = [last?.recordId ?? after, Number(last?.seq ?? seq)];
      isMore = lines.length === atOnce;
    }
  }
}
