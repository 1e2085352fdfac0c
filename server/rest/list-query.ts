import type { EntityDefinition, Sort } from '#shared/model/entity.ts';
import {
  fieldConditionsSchema,
  MOST_CONDITIONS,
  type FieldCondition,
} from '#shared/model/field-condition.ts';
import { isRange, type Filter, type FilterValue } from '#shared/model/filter.ts';
import { searchTerms } from '#shared/model/search-text.ts';
import { PlainError } from '#shared/protocol/errors.ts';
import { numberIn } from './filter-values.ts';

/** What a REST list is asked for. */
export interface RestListQuery {
  filter: Filter;
  conditions: readonly FieldCondition[];
  search: string;
  sort: Sort;
  offset: number;
  /** null gives the whole list. */
  limit: number | null;
}

const RESERVED = new Set(['limit', 'offset', 'search', 'sort', 'conditions']);
const MOST_ROWS = 10_000;
const LONGEST_SEARCH = 200;
/** Each is looked for in every row, as the texts of conditions are. */
const MOST_WORDS = 12;

/** Orders that the specification's own calls ask for by a word of theirs (section 7). */
const NAMED_SORTS: ReadonlyMap<string, string> = new Map([['date', '-createdAt']]);

type Query = Readonly<Record<string, unknown>>;

/**
 * Reads the query of a list: `limit`, `offset`, `search`, `sort` (`field`, `-field`, `field:desc`, `date`), and filters
 * by the names of fields (`status=a&status=b`, `nextCall.from=…`, `nextCall.to=…`), and `conditions`, a JSON list as
 * FieldCondition has them. Empty values mean nothing was asked.
 * @param most the largest limit that may be asked for
 * @throws PlainError `bad-request`.
 */
export function readListQuery(entity: EntityDefinition, query: Query, most = MOST_ROWS): RestListQuery {
  const search = textsOf(query['search'])[0] ?? '';
  if (search.length > LONGEST_SEARCH) throw new PlainError('bad-request', 'Search for a shorter text.');
  const words = searchTerms(search).length;
  if (words > MOST_WORDS) throw new PlainError('bad-request', 'Search for fewer words.');
  const conditions = conditionsOf(textsOf(query['conditions'])[0]);
  if (words + conditions.filter(({ op }) => op === 'contains' || op === 'lacks').length > MOST_WORDS)
    throw new PlainError('bad-request', 'Search for fewer words, or take filters by a part of a text away.');
  const limit = numberOf(query, 'limit');
  if (limit !== null && (limit < 1 || limit > most)) {
    throw new PlainError('bad-request', `Give limit as a number from 1 to ${most}.`);
  }
  return {
    filter: filterOf(entity, query),
    conditions,
    search,
    sort: sortOf(entity, textsOf(query['sort'])[0]),
    offset: numberOf(query, 'offset') ?? 0,
    limit,
  };
}

function conditionsOf(text: string | undefined): readonly FieldCondition[] {
  if (text === undefined) return [];
  const asked = fieldConditionsSchema.safeParse(jsonOf(text));
  if (asked.success) return asked.data;
  throw new PlainError(
    'bad-request',
    `Give conditions as a JSON list of up to ${MOST_CONDITIONS}, such as [{"field":"city","op":"contains","values":["pune"]}].`,
  );
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function textsOf(value: unknown): string[] {
  const values: readonly unknown[] = Array.isArray(value) ? value : [value];
  return values.filter((item): item is string => typeof item === 'string' && item !== '');
}

function numberOf(query: Query, name: string): number | null {
  const text = textsOf(query[name])[0];
  if (text === undefined) return null;
  if (!/^\d{1,9}$/.test(text)) throw new PlainError('bad-request', `Give ${name} as a whole number.`);
  return Number(text);
}

function sortOf(entity: EntityDefinition, asked: string | undefined): Sort {
  const written = asked === undefined ? undefined : (NAMED_SORTS.get(asked) ?? asked);
  if (written === undefined) {
    return Object.values(entity.lists)[0]?.sort ?? { field: 'createdAt', direction: 'desc' };
  }
  const [, minus, field, word] = /^(-?)([^:]*)(?::(asc|desc))?$/.exec(written) ?? [];
  if (!field)
    throw new PlainError(
      'bad-request',
      'Give sort as the name of a field, with "-" before it for descending.',
    );
  return { field, direction: minus || word === 'desc' ? 'desc' : 'asc' };
}

function filterOf(entity: EntityDefinition, query: Query): Filter {
  const filter = new Map<string, FilterValue>();
  for (const [key, value] of Object.entries(query)) {
    if (RESERVED.has(key)) continue;
    const texts = textsOf(value);
    const first = texts[0];
    if (first === undefined) continue;
    const [, name = key, end] = /^(.*)\.(from|to)$/.exec(key) ?? [];
    if (end === 'from' || end === 'to') {
      const range = filter.get(name);
      filter.set(name, { ...(isRange(range) ? range : {}), [end]: first });
    } else {
      filter.set(name, typed(entity, name, texts, first));
    }
  }
  return Object.fromEntries(filter);
}

function typed(entity: EntityDefinition, name: string, texts: readonly string[], first: string): FilterValue {
  const kind = Object.hasOwn(entity.fields, name) ? entity.fields[name]?.kind : undefined;
  if (kind === 'boolean') {
    if (!/^(true|false|[01])$/.test(first))
      throw new PlainError('bad-request', `Give ${name} as true or false.`);
    return first === 'true' || first === '1';
  }
  if (kind === 'money' || kind === 'number') return numberIn(first);
  return texts.length > 1 ? texts : first;
}
