import { setImmediate as nextTurn } from 'node:timers/promises';
import { isDataSubject } from '#shared/access/persons.ts';
import { quote } from '#shared/model/list-query.ts';
import { normaliseText } from '#shared/model/search-text.ts';
import type { Transaction } from '../database/database.ts';
import { placeholders } from '../database/statements.ts';
import { together, type PersonRecord } from './records-of-person.ts';
import { isDistinctive } from './texts-of-person.ts';

/** So many texts are looked for in one pass. */
const AT_ONCE = 20;
/** Change sets, and lines of theirs, that are asked about at once. */
const SETS_AT_ONCE = 100;
const LINES_OF_SETS = 2_000;
const GONE = '…';
/** More than one person is known by. */
const MANY = 40;
/** Rows that are read at once. */
const LOOKED_AT = 2_000;

/** What of a line of the audit log people have typed: the rest are codes, ids, roles and counts, and says what happened. */
const TYPED = ['device', 'set', 'why'] as const;
const ADDRESSES = ['from', 'to'] as const;

/** Where titles of what people did in one go, names of PCs, and lines of the audit log, name the person, the name is taken out. */
export async function redact(trx: Transaction, texts: readonly string[]): Promise<void> {
  const distinctive = asInTitles(texts.filter(isDistinctive));
  const telling = `("unchangedBy" IS NOT NULL OR "id" IN (SELECT "operationId" FROM "telling_results"))`;
  await takeOutOfJson(trx, { table: 'operations', column: 'result' }, distinctive, telling);
  await takeOutOfAll(trx, { table: 'change_sets', column: 'title' }, distinctive);
  // A PC is often called after whoever sits at it.
  await takeOutOfAll(trx, { table: 'sessions', column: 'deskName' }, distinctive);
  const detail = { table: 'audit_log', column: 'detail' };
  await takeOutOfJson(trx, { ...detail, keys: TYPED }, distinctive);
  await takeOutOfJson(trx, { ...detail, keys: ADDRESSES }, distinctive, `"action" = 'email-change'`);
  // Somebody tried to sign in by it and had no account; it stands there as it was compared.
  const typed = distinctive.map(normaliseText);
  await takeOutOfAll(trx, { table: 'audit_log', column: 'account' }, typed, '"userId" IS NULL');
}

/** A title has single blanks (shared/protocol/change-sets.ts). */
const asInTitles = (texts: readonly string[]): string[] => [
  ...new Set(texts.flatMap((text) => [text, text.replaceAll(/\s+/gu, ' ')])),
];

/** How a change is called of which nobody may say whose it was; desks call theirs the same. */
const NAMELESS = 'Change of a person';

/**
 * The titles of what was done to the person alone go whole: they may name them in any way. Out of those of what was done to
 * others too any name of theirs is taken.
 */
export async function redactOwnTitles(
  trx: Transaction,
  records: readonly PersonRecord[],
  known: readonly string[],
): Promise<void> {
  const texts = asInTitles(known);
  const found = new Set<string>();
  for (const { entity, rows, ids } of together(records)) {
    const sets = await trx.all<{ id: string }>(
      `SELECT DISTINCT "setId" AS "id" FROM "change_log"
       WHERE "entity" = ? AND "recordId" IN ${placeholders(ids.length)} AND "setId" IS NOT NULL`,
      [entity.name, ...ids],
    );
    for (const { id } of sets) found.add(id);
    // Whole, too: the last name in a long one is cut off within.
    for (const row of isDataSubject(entity.name) ? rows : [])
      await trx.all(notDuplicatesSql(trx), [JSON.stringify(row._id)]);
  }
  const theirs = new Set(records.map(({ entity, row }) => keyOf(entity.name, row._id)));
  const sets = [...found];
  for (let from = 0; from < sets.length; from += SETS_AT_ONCE) {
    const some = sets.slice(from, from + SETS_AT_ONCE);
    const ids = placeholders(some.length);
    await takeOut(trx, { table: 'change_sets', column: 'title' }, texts, `"id" IN ${ids}`, some);
    const own = await ofThemAlone(trx, some, theirs);
    if (own.length > 0)
      await trx.all(`UPDATE "change_sets" SET "title" = ? WHERE "id" IN ${placeholders(own.length)}`, [
        NAMELESS,
        ...own,
      ]);
    await nextTurn();
  }
}

const keyOf = (entity: string, recordId: string): string => `${entity} ${recordId}`;

/** Those of the change sets that did something to these records alone. */
async function ofThemAlone(
  trx: Transaction,
  sets: readonly string[],
  theirs: ReadonlySet<string>,
): Promise<readonly string[]> {
  const others = new Set<string>();
  const judge = (lines: readonly LineOfSet[]): void => {
    for (const { setId, entity, recordId } of lines)
      if (!theirs.has(keyOf(entity, recordId))) others.add(setId);
  };
  const first = await linesOfSets(trx, sets, LINES_OF_SETS);
  judge(first);
  // Of a set of very many, as an import is one, one line more than there are records of theirs says it.
  if (first.length === LINES_OF_SETS)
    for (const set of sets) if (!others.has(set)) judge(await linesOfSets(trx, [set], theirs.size + 1));
  return sets.filter((set) => !others.has(set));
}

const linesOfSets = (trx: Transaction, sets: readonly string[], most: number): Promise<LineOfSet[]> =>
  trx.all<LineOfSet>(
    `SELECT DISTINCT "setId", "entity", "recordId" FROM "change_log"
     WHERE "setId" IN ${placeholders(sets.length)} LIMIT ?`,
    [...sets, most],
  );

interface LineOfSet {
  setId: string;
  entity: string;
  recordId: string;
}

/** What was done to say that the person of an id, as it stands in a list, is nobody else. */
const notDuplicatesSql = (
  trx: Transaction,
): string => `UPDATE "change_sets" SET "title" = 'Not duplicates' WHERE "id" IN (
  SELECT l."setId" FROM "notDuplicate" n JOIN "change_log" l ON l."entity" = 'notDuplicate' AND l."recordId" = n."_id"
  WHERE ${holdsOne(trx, 'n."records"', [''])} AND l."setId" IS NOT NULL)`;

interface Column {
  table: string;
  column: string;
}

interface JsonColumn extends Column {
  /** Under which texts may be a person's; all of them where it does not say. */
  keys?: readonly string[];
}

/** Out of all rows of a table, some at a time. */
async function takeOutOfAll(
  trx: Transaction,
  place: Column,
  texts: readonly string[],
  where = '1 = 1',
): Promise<void> {
  for (let last: string | undefined = ''; last !== undefined;) {
    const [end]: { id: string }[] = await trx.all(
      `SELECT "id" FROM ${quote(place.table)} WHERE "id" > ? ORDER BY "id" LIMIT 1 OFFSET ${LOOKED_AT - 1}`,
      [last],
    );
    const bounds = end ? [last, end.id] : [last];
    await takeOut(trx, place, texts, `"id" > ?${end ? ' AND "id" <= ?' : ''} AND ${where}`, bounds);
    last = end?.id;
    if (end) await nextTurn();
  }
}

async function takeOut(
  trx: Transaction,
  { table, column }: Column,
  texts: readonly string[],
  where: string,
  params: readonly string[],
): Promise<void> {
  if (texts.length > MANY)
    return takeOutOfEach(trx, { table, column }, texts, (text) => without(text, texts), where, params);
  const name = quote(column);
  for (let at = 0; at < texts.length; at += AT_ONCE) {
    const some = texts.slice(at, at + AT_ONCE);
    const replaced = some.reduce((inner) => `REPLACE(${inner}, ?, '${GONE}')`, name);
    await trx.all(
      `UPDATE ${quote(table)} SET ${name} = ${replaced} WHERE ${holdsOne(trx, name, some)} AND ${where}`,
      [...some, ...some, ...params],
    );
  }
}

const holdsOne = ({ dialect }: Transaction, name: string, texts: readonly string[]): string =>
  `(${texts.map(() => `${dialect === 'sqlite' ? 'instr' : 'strpos'}(${name}, ?) > 0`).join(' OR ')})`;

const ROWS_AT_ONCE = 500;

/**
 * The same in a column of JSON, in the texts that it holds: cut out of what is written there, a name could take half of what
 * a sign is written as, or a number, and what is left would be no JSON.
 */
async function takeOutOfJson(
  trx: Transaction,
  { table, column, keys }: JsonColumn,
  texts: readonly string[],
  where = '1 = 1',
): Promise<void> {
  if (texts.length > MANY) {
    const written = texts.map(writtenAs);
    const leave = (json: string): string => jsonWithout(json, texts, written, keys);
    return takeOutOfEach(trx, { table, column }, written, leave, where);
  }
  const name = quote(column);
  for (let at = 0; at < texts.length; at += AT_ONCE) {
    const some = texts.slice(at, at + AT_ONCE);
    const written = some.map(writtenAs);
    for (let last: string | undefined = ''; last !== undefined;) {
      const rows: { id: string; json: string }[] = await trx.all(
        `SELECT "id", ${name} AS "json" FROM ${quote(table)}
         WHERE "id" > ? AND ${holdsOne(trx, name, some)} AND ${where} ORDER BY "id" LIMIT ${ROWS_AT_ONCE}`,
        [last, ...written],
      );
      for (const { id, json } of rows)
        await trx.all(`UPDATE ${quote(table)} SET ${name} = ? WHERE "id" = ?`, [
          jsonWithout(json, some, written, keys),
          id,
        ]);
      last = rows.length < ROWS_AT_ONCE ? undefined : rows.at(-1)?.id;
    }
  }
}

/** As a text stands in JSON. */
const writtenAs = (text: string): string => JSON.stringify(text).slice(1, -1);

/**
 * The same with the texts of very many people: the database would look for each of them in each row, where one expression of all
 * finds the few rows that hold any.
 */
async function takeOutOfEach(
  trx: Transaction,
  { table, column }: Column,
  soughtIn: readonly string[],
  leave: (text: string) => string,
  where: string,
  params: readonly string[] = [],
): Promise<void> {
  const any = new RegExp(soughtIn.map(escaped).join('|'), 'u');
  for (let last: string | undefined = ''; last !== undefined;) {
    const rows: { id: string; text: string | null }[] = await trx.all(
      `SELECT "id", ${quote(column)} AS "text" FROM ${quote(table)} WHERE "id" > ? AND ${where} ORDER BY "id" LIMIT ${LOOKED_AT}`,
      [last, ...params],
    );
    for (const { id, text } of rows)
      if (text !== null && any.test(text))
        await trx.all(`UPDATE ${quote(table)} SET ${quote(column)} = ? WHERE "id" = ?`, [leave(text), id]);
    last = rows.length < LOOKED_AT ? undefined : rows.at(-1)?.id;
    await nextTurn();
  }
}

const escaped = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`);

const without = (text: string, parts: readonly string[]): string =>
  parts.reduce((left, part) => left.replaceAll(part, GONE), text);

function jsonWithout(
  json: string,
  texts: readonly string[],
  written: readonly string[],
  keys: readonly string[] | undefined,
): string {
  try {
    return JSON.stringify(
      JSON.parse(json, (key, value: unknown) =>
        typeof value === 'string' && (keys?.includes(key) ?? true) ? without(value, texts) : value,
      ),
    );
  } catch {
    // An earlier version has left it as no JSON.
    return without(json, written);
  }
}
