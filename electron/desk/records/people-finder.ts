import { fieldsReadableOnEveryRow, mayRead, type Actor } from '#shared/access/permissions.ts';
import { phoneDigits } from '#shared/format/phone.ts';
import { visibleText } from '#shared/format/visible-text.ts';
import { decodeValue, type ColumnValue } from '#shared/model/columns.ts';
import { entityNames, entityOf, type EntityName } from '#shared/model/entities.ts';
import { fieldOf, storedFields, type EntityDefinition } from '#shared/model/entity.ts';
import { quote } from '#shared/model/list-query.ts';
import { normaliseText, searchTerms, sortKeyColumn } from '#shared/model/search-text.ts';
import type { Params, Results } from '#shared/protocol/bridge.ts';
import type { FoundPerson } from '#shared/protocol/people-calls.ts';
import type { Cache } from '../cache/cache.ts';
import { tableOf, unindexedTableOf } from '#shared/node/cache/cache-schema.ts';
import type { ReferenceTexts } from '../cache/reference-texts.ts';
import { indexableOf, type SearchIndex } from '../cache/search-index.ts';

/** Rows of one kind that are looked at for a search; a longer one leaves fewer. */
const MOST_LOOKED_AT = 200;

/** The model has those last who refer to most others: they are who is looked for most. */
const KINDS = entityNames.toReversed();

/** How well a person fits: the whole name begins so, words of it do, a number or address holds it, or the name somewhere. */
type Fit = 0 | 1 | 2 | 3;
const BY_NUMBER: Fit = 2;

interface Sought {
  whole: string;
  terms: readonly string[];
}

/** What of an entity tells who somebody is, as far as the role may read it. */
interface PersonFields {
  entity: EntityName;
  definition: EntityDefinition;
  phones: string[];
  emails: string[];
  beside: string[];
}

interface Row {
  row: number;
  id: string;
  values: Readonly<Record<string, ColumnValue>>;
}

/**
 * People of all kinds whose name, phone number or email holds every word of what is typed: the best fit first, then in
 * the order of the kinds, then the newest. Costs the same however many there are: names that begin so are read from
 * their index, all else from the search index.
 */
export class PeopleFinder {
  readonly #cache: Cache;
  readonly #index: SearchIndex;
  readonly #texts: ReferenceTexts;

  constructor(cache: Cache, index: SearchIndex, texts: ReferenceTexts) {
    this.#cache = cache;
    this.#index = index;
    this.#texts = texts;
  }

  find({ search, limit }: Params<'people.find'>, actor: Actor): Results['people.find'] {
    const sought: Sought = { whole: normaliseText(visibleText(search)), terms: searchTerms(search) };
    if (sought.terms.length === 0) return [];
    const found: { fit: Fit; person: FoundPerson }[] = [];
    for (const entity of KINDS) {
      const fields = personFields(entity, actor);
      if (fields) found.push(...this.#ofEntity(fields, sought, limit));
    }
    // Stable: of the same fit each kind keeps its order.
    found.sort((one, other) => one.fit - other.fit);
    return found.slice(0, limit).map(({ person }) => person);
  }

  #ofEntity(fields: PersonFields, sought: Sought, limit: number): { fit: Fit; person: FoundPerson }[] {
    const fitting = new Map<number, { fit: Fit; row: Row }>();
    const add = (rows: readonly Row[]): void => {
      for (const row of rows) {
        const fit = fitOf(fields, row, sought);
        if (fit !== null) fitting.set(row.row, { fit, row });
      }
    };
    add(this.#beginningWith(fields, sought.whole, limit));
    const pieces = indexableOf(sought.terms);
    if (pieces.length > 0) {
      const held = this.#index.holding(fields.entity, pieces, MOST_LOOKED_AT);
      add(this.#read(fields, [...this.#unindexed(fields.entity), ...held]));
      // A word that stands in many records for another reason, such as a city: its names are looked for by themselves.
      if (held.length === MOST_LOOKED_AT && fitting.size < limit) add(this.#named(fields, sought, limit));
    }
    return [...fitting.values()]
      .toSorted((one, other) => one.fit - other.fit || other.row.row - one.row.row)
      .slice(0, limit)
      .map(({ fit, row }) => ({
        fit,
        person: this.#person(fields, row, fit === BY_NUMBER ? sought.terms : []),
      }));
  }

  #beginningWith(fields: PersonFields, whole: string, limit: number): Row[] {
    const key = quote(sortKeyColumn(fields.definition.title));
    return this.#rows(fields, `${key} >= ? AND ${key} < ? ORDER BY ${key} LIMIT ?`, [
      whole,
      `${whole}\u{10ffff}`,
      limit,
    ]);
  }

  #named(fields: PersonFields, { terms }: Sought, limit: number): Row[] {
    const key = quote(sortKeyColumn(fields.definition.title));
    const holds = terms.map(() => `instr(${key}, ?) > 0`).join(' AND ');
    return this.#rows(fields, `${key} IS NOT NULL AND ${holds} LIMIT ?`, [...terms, limit]);
  }

  #unindexed(entity: EntityName): number[] {
    const rows = this.#cache.statements
      .prepare(`SELECT row FROM ${unindexedTableOf(entityOf(entity))} ORDER BY row DESC LIMIT ?`)
      .all(MOST_LOOKED_AT) as { row: number }[];
    return rows.map(({ row }) => row);
  }

  #read(fields: PersonFields, rows: readonly number[]): Row[] {
    return this.#rows(fields, 'rowid IN (SELECT value FROM json_each(?))', [JSON.stringify(rows)]);
  }

  #rows({ definition, phones, emails, beside }: PersonFields, where: string, params: unknown[]): Row[] {
    const names = [definition.title, ...phones, ...emails, ...beside];
    const found = this.#cache.statements
      .prepare(
        `SELECT rowid AS "_row", "_id", ${[...new Set(names)].map(quote).join(', ')} FROM ${tableOf(definition)} WHERE ${where}`,
      )
      .all(...params) as Record<string, ColumnValue>[];
    return found.map((values) => ({ row: Number(values['_row']), id: String(values['_id']), values }));
  }

  /** @param terms what a number or address of the person holds; none where the name holds it */
  #person(fields: PersonFields, { id, values }: Row, terms: readonly string[]): FoundPerson {
    const { entity, definition, phones, emails, beside } = fields;
    const texts = (names: readonly string[]): string[] =>
      names.flatMap((name) => (typeof values[name] === 'string' ? [values[name]] : []));
    const ways = [...texts(phones), ...texts(emails)];
    const by = ways.find((text) => terms.some((term) => isHeldBy(text, [term])));
    const chat = phones.map((name) => fieldOf(definition, name).chatOn).find((name) => name !== undefined);
    return {
      entity,
      id,
      name: String(values[definition.title] ?? ''),
      phone: texts(phones)[0] ?? null,
      chat: (chat === undefined ? null : texts([chat])[0]) ?? texts(phones)[0] ?? null,
      email: texts(emails)[0] ?? null,
      beside: beside.flatMap((name) => this.#shown(definition, name, values[name] ?? null)),
      foundBy: by ?? null,
    };
  }

  #shown(definition: EntityDefinition, name: string, stored: ColumnValue): string[] {
    const field = fieldOf(definition, name);
    if (field.target) {
      const text = this.#texts.shown(definition, name, stored);
      return text === undefined ? [] : [text];
    }
    const value = decodeValue(field, stored);
    if (Array.isArray(value)) return value.length > 0 ? [value.join(', ')] : [];
    return typeof value === 'string' && value !== '' ? [value] : [];
  }
}

/** null where the entity's records are no people, or the role may not read who they are. */
function personFields(entity: EntityName, actor: Actor): PersonFields | null {
  const definition = entityOf(entity);
  if (!definition.person || !mayRead(definition, actor.role)) return null;
  const readable = fieldsReadableOnEveryRow(definition, actor.role);
  if (!readable.has(definition.title)) return null;
  const fields = storedFields(definition).filter(([name]) => readable.has(name));
  const ofKind = (kind: string): string[] =>
    fields.filter(([, field]) => field.kind === kind).map(([name]) => name);
  return {
    entity,
    definition,
    phones: ofKind('phone'),
    emails: ofKind('email'),
    beside: definition.person.filter((name) => readable.has(name)),
  };
}

function fitOf(fields: PersonFields, { values }: Row, { whole, terms }: Sought): Fit | null {
  const { definition, phones, emails } = fields;
  const name = normaliseText(String(values[definition.title] ?? ''));
  if (name.startsWith(whole)) return 0;
  const words = name.split(' ');
  if (terms.every((term) => words.some((word) => word.startsWith(term)))) return 1;
  const ways = [...phones, ...emails].map((field) => String(values[field] ?? ''));
  const inName = (term: string): boolean => name.includes(term);
  if (terms.every(inName)) return 3;
  return terms.every((term) => inName(term) || ways.some((text) => isHeldBy(text, [term])))
    ? BY_NUMBER
    : null;
}

/** Whether a phone number, however it is written, or an email holds all the terms. */
function isHeldBy(text: string, terms: readonly string[]): boolean {
  const written = normaliseText(text);
  const digits = phoneDigits(text);
  return terms.every((term) => written.includes(term) || digits.includes(term));
}
