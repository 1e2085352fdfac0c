import type { ColumnValue } from '#shared/model/columns.ts';
import type { Transaction } from '../database/database.ts';
import type { Batch } from './batch.ts';
import { linesOf } from './lines-of.ts';

/** Lines of the log that are read at once. */
const LINES_AT_ONCE = 500;

/** The last time that a record was merged away: by which record, and the line of the log that says so. */
export interface Merge {
  lead: string;
  seq: number;
  at: string;
  setId: string | null;
}

/** One change of a field that refers to a record that can be merged. */
export interface Move {
  recordId: string;
  seq: number;
  at: string;
  setId: string | null;
  /** What it referred to before, and from then on. */
  from: ColumnValue;
  to: ColumnValue;
}

/** Where a merge led, and goes along with the records that it leads to. */
export class Way {
  readonly #moves: Move[] = [];
  /** Where it leads in the end. */
  readonly end: ColumnValue;
  readonly places = new Set<string>();

  constructor(end: ColumnValue) {
    this.end = end;
    this.#noteBeen(end);
  }

  /** In order. */
  add(move: Move): void {
    this.#moves.push(move);
    this.#noteBeen(move.from);
    this.#noteBeen(move.to);
  }

  #noteBeen(place: ColumnValue): void {
    if (typeof place === 'string') this.places.add(place);
  }

  /**
   * Whether a change is one by which a record went with the merge.
   * @param of.from the record that was merged away, and those for which what came late was on its way to it
   * @param of.isTaken whether it had gone with the merge before
   */
  takes(change: Move, { from, isTaken }: { from: ReadonlySet<ColumnValue>; isTaken: boolean }): boolean {
    if (!from.has(change.from)) return isTaken && this.#goes(change);
    return from.has(change.to) || this.#ledTo(change.to, change);
  }

  /** Whether it led to there at first, or by the time of a change. */
  #ledTo(place: ColumnValue, by: Move): boolean {
    const first = this.#moves[0]?.from ?? this.end;
    return place === first || this.#moves.some((move) => move.to === place && isBy(move, by));
  }

  /** Whether a change is a step of the way, with the merge that made it or later. */
  #goes(change: Move): boolean {
    return this.#moves.some(
      ({ from, to, ...move }) => from === change.from && to === change.to && isBy(move, change),
    );
  }
}

/** Whether the one was done before the other, or with it: a set may come in several calls. */
const isBy = (one: Pick<Move, 'seq' | 'at' | 'setId'>, other: Move): boolean =>
  one.seq < other.seq || one.at === other.at || (one.setId !== null && one.setId === other.setId);

/**
 * The changes of a field in a merge and since, of each record in order. What an earlier merge did, the other way round perhaps, was
 * taken back with that one.
 * @param of.at what it refers to in each of these records now
 */
export async function* movesOf(
  batch: Batch,
  { entity, field }: { entity: string; field: string },
  { ids, at: now, merge }: { ids: readonly string[]; at: ColumnValue; merge: Omit<Merge, 'lead'> },
): AsyncGenerator<Move> {
  // What other lines hold stays in the database: there may be thousands, each with a long text.
  const asked = {
    columns: '"before", "at", "setId"',
    atOnce: LINES_AT_ONCE,
    where: `"kind" = 'update' AND ("seq" > ? OR "at" = ? OR "setId" = ?) AND "before" LIKE '%"${field}":%'`,
    params: [Number(merge.seq), merge.at, merge.setId ?? ''],
  };
  const ask: Transaction['all'] = (sql, params = []) => batch.ask(sql, params);
  let last: Omit<Move, 'to'> | undefined;
  for await (const lines of linesOf<Pick<Move, 'at' | 'setId'> & { before: string }>(ask, entity, ids, asked))
    for (const { recordId, seq, at, setId, before } of lines) {
      const columns = JSON.parse(before) as Record<string, ColumnValue>;
      if (!Object.hasOwn(columns, field)) continue;
      const from = columns[field] ?? null;
      if (last) yield { ...last, to: last.recordId === recordId ? from : now };
      last = { recordId, seq: Number(seq), at, setId, from };
    }
  if (last) yield { ...last, to: now };
}
