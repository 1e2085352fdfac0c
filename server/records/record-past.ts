import type { ColumnValue } from '#shared/model/columns.ts';
import type { EntityDefinition } from '#shared/model/entity.ts';
import type { Dialect } from '#shared/model/list-query.ts';
import { ownTurn } from '../http/turns.ts';
import type { Batch } from './batch.ts';
import type { ChangeKind } from './change.ts';
import type { ChangeSets } from './change-sets.ts';

/** In the place of a field's name: that the record was made, deleted or restored. */
export const WHOLE = '';

/** So many of a record's last changes are looked at: nobody waits for a record that was edited without end. */
const MOST_LINES = 2_000;
/** Of all records of one transaction, while which nobody else saves; of each of them `LINES_AT_ONCE` all the same. */
const MOST_LINES_TOGETHER = 20_000;
/** Reading the names of the fields in long texts takes a while: others are heard in between. */
const LINES_AT_ONCE = 100;

/** What was done to a record, as a line of the log, without the values: an article's may be a million characters. */
export interface PastLine {
  seq: number;
  kind: ChangeKind;
  setId: string | null;
  /** Who did it. */
  name: string | null;
  /** The fields that were changed, or `WHOLE`. */
  names: readonly string[];
  /** The record that it was made for, where that had been merged into this one. */
  sentFor: string | null;
}

export interface Past {
  lines: readonly PastLine[];
  /** Whether there are older ones, which nobody looked at. */
  isCut: boolean;
}

interface KnownPast extends Past {
  /** The last line that was read, kept or not. */
  last: number;
  /** Whether the record is deleted after it; null where its lines do not tell. */
  isDeleted: boolean | null;
}

interface StoredLine extends Omit<PastLine, 'names'> {
  fields: string | null;
}

export const isRemoval = ({ kind }: Pick<PastLine, 'kind'>): boolean =>
  kind === 'delete' || kind === 'restore';

/** What was done to the records that one transaction takes something back in, each read once. */
export class RecordPasts {
  readonly #batch: Batch;
  readonly #dialect: Dialect;
  readonly #known = new Map<string, KnownPast>();
  #read = 0;

  constructor(batch: Batch, dialect: Dialect) {
    this.#batch = batch;
    this.#dialect = dialect;
  }

  /**
   * The record's changes in order, those of this transaction among them. A delete of what was deleted already is not among
   * them, nor a restore of what was there: a server that was put back to an older state notes such.
   */
  async of(entity: EntityDefinition, recordId: string): Promise<Past> {
    const key = JSON.stringify([entity.name, recordId]);
    const known = this.#known.get(key) ?? { lines: [], isCut: false, last: 0, isDeleted: null };
    const newer: PastLine[] = [];
    let hasMore = true;
    const most = Math.min(MOST_LINES, Math.max(LINES_AT_ONCE, MOST_LINES_TOGETHER - this.#read));
    for (
      let below = Number.MAX_SAFE_INTEGER;
      hasMore && newer.length < most;
      below = newer.at(-1)?.seq ?? 0
    ) {
      if (newer.length > 0) await ownTurn();
      const some = await this.#linesOf(entity.name, recordId, known.last, below);
      newer.push(...some);
      hasMore = some.length === LINES_AT_ONCE;
    }
    let { isDeleted } = known;
    this.#read += newer.length;
    const [oldest] = newer.slice(-1);
    if (hasMore && oldest && newer.some(isRemoval))
      isDeleted = await this.#isDeletedBefore(entity.name, recordId, oldest.seq);
    const lines = [...known.lines];
    for (const line of newer.toReversed()) {
      const turns = !isRemoval(line) || isDeleted !== (line.kind === 'delete');
      if (isRemoval(line) || line.kind === 'create') isDeleted = line.kind === 'delete';
      if (turns) lines.push(line);
    }
    const past = { lines, isCut: known.isCut || hasMore, last: newer[0]?.seq ?? known.last, isDeleted };
    this.#known.set(key, past);
    return past;
  }

  /** By its last delete or restore before the number. */
  async #isDeletedBefore(entity: string, recordId: string, seq: number): Promise<boolean> {
    const [last] = await this.#batch.ask<Pick<StoredLine, 'kind'>>(
      `SELECT "kind" FROM "change_log" WHERE "entity" = ? AND "recordId" = ? AND "seq" < ?
         AND "kind" IN ('delete', 'restore') AND "before" IS NULL ORDER BY "seq" DESC LIMIT 1`,
      [entity, recordId, seq],
    );
    return last?.kind === 'delete';
  }

  /** The newest between two numbers. */
  async #linesOf(entity: string, recordId: string, after: number, below: number): Promise<PastLine[]> {
    const found = await this.#batch.ask<StoredLine>(
      `SELECT c."seq", c."kind", c."setId", c."sentFor", u."name" AS "name", ${namesIn('c."before"', this.#dialect)} AS "fields"
       FROM "change_log" c LEFT JOIN "user" u ON u."_id" = c."userId"
       WHERE c."entity" = ? AND c."recordId" = ? AND c."seq" > ? AND c."seq" < ?
       ORDER BY c."seq" DESC LIMIT ?`,
      [entity, recordId, after, below, LINES_AT_ONCE],
    );
    return found.map(({ seq, kind, setId, sentFor, name, fields }) => ({
      seq: Number(seq),
      kind,
      setId,
      sentFor,
      name,
      names: kind === 'update' ? (fields ?? '').split(' ') : [WHOLE],
    }));
  }

  /** Whether the set did something to the record before the lines that were read: what it found is not known then. */
  async hasOlder(
    entity: EntityDefinition,
    recordId: string,
    { setId, than }: { setId: string; than: number },
  ): Promise<boolean> {
    const found = await this.#batch.ask(
      `SELECT 1 AS "one" FROM "change_log"
       WHERE "setId" = ? AND "seq" < ? AND "entity" = ? AND "recordId" = ? LIMIT 1`,
      [setId, than, entity.name, recordId],
    );
    return found.length > 0;
  }

  /** What a line took the place of, by columns. */
  async before(seqs: readonly number[]): Promise<Map<number, Readonly<Record<string, ColumnValue>>>> {
    if (seqs.length === 0) return new Map();
    const found = await this.#batch.ask<{ seq: number; before: string | null }>(
      `SELECT "seq", "before" FROM "change_log" WHERE "seq" IN (${seqs.map(() => '?').join(', ')})`,
      seqs,
    );
    return new Map(
      found.map(({ seq, before }) => [
        Number(seq),
        JSON.parse(before ?? '{}') as Readonly<Record<string, ColumnValue>>,
      ]),
    );
  }
}

/** SQL of the names in a JSON object, with blanks between them: the values stay in the database. */
const namesIn = (json: string, dialect: Dialect): string =>
  dialect === 'sqlite'
    ? `(SELECT group_concat("key", ' ') FROM json_each(${json}))`
    : `(SELECT string_agg("key", ' ') FROM json_object_keys(${json}::json) AS "key")`;

/**
 * What of the lines stands: neither an undo nor taken back by one, since together these leave everything as it was. Judged
 * field by field: an undo that broke off, or left a field as it was, has not taken that back, nor what came after it.
 */
export async function thatStand(
  sets: Pick<ChangeSets, 'linksOf'>,
  lines: readonly PastLine[],
): Promise<PastLine[]> {
  const links = await sets.linksOf(lines.flatMap(({ setId }) => setId ?? []));
  const takenBack = new Map<string, Set<string>>();
  const standing: PastLine[] = [];
  for (const line of lines.toReversed()) {
    const { setId } = line;
    const gone = setId === null ? undefined : takenBack.get(setId);
    const names = line.names.filter((name) => !gone?.has(name));
    const undoes = setId === null ? null : (links.get(setId) ?? null);
    if (names.length === 0) continue;
    if (undoes === null) standing.push({ ...line, names });
    else takenBack.set(undoes, new Set([...(takenBack.get(undoes) ?? []), ...names]));
  }
  return standing.reverse();
}
