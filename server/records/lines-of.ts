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
  const read = (records: string, of: readonly ColumnValue[], order: string): Promise<(Line & LineOf)[]> =>
    ask(
      `SELECT "seq", "recordId"${columns === '' ? '' : `, ${columns}`} FROM "change_log"
       WHERE "entity" = ? AND ${records} AND ${where} ORDER BY ${order} LIMIT ?`,
      [entity, ...of, ...params, atOnce],
    );
  for (let from = 0; from < ids.length; from += RECORDS_AT_ONCE) {
    const some = ids.slice(from, from + RECORDS_AT_ONCE);
    if (from > 0) await nextTurn();
    const asked = `"recordId" IN ${placeholders(some.length)} AND "recordId" > ?`;
    for (let done: string | undefined = ''; done !== undefined;) {
      let lines = await read(asked, [...some, done], '"recordId", "seq"');
      if (lines.length > 0) yield lines;
      done = lines.length === atOnce ? lines.at(-1)?.recordId : undefined;
      // The last of these may have very many more, which the index finds from one place on.
      for (let isMore = done !== undefined; isMore; isMore = lines.length === atOnce) {
        await nextTurn();
        lines = await read('"recordId" = ? AND "seq" > ?', [done ?? '', Number(lines.at(-1)?.seq)], '"seq"');
        if (lines.length > 0) yield lines;
      }
    }
  }
}
