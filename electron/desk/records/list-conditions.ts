import { fieldsReadableOnEveryRow, mayRead, type Actor } from '#shared/access/permissions.ts';
import { inSentence } from '#shared/format/label-in-sentence.ts';
import { entityOf, isEntityName, type EntityName } from '#shared/model/entities.ts';
import { fieldOf, type EntityDefinition, type ListDefinition } from '#shared/model/entity.ts';
import type { Filter, FilterValue } from '#shared/model/filter.ts';
import { fieldConditions } from '#shared/model/field-condition-sql.ts';
import { listWith } from '#shared/model/list-columns.ts';
import { isJson } from '#shared/model/columns.ts';
import {
  anyOfCondition,
  filterConditions,
  joinConditions,
  listOf,
  searchCondition,
  searchedReferences,
  type Condition,
} from '#shared/model/list-query.ts';
import { normaliseText, searchTerms } from '#shared/model/search-text.ts';
import type { ListQuery } from '#shared/protocol/list-calls.ts';
import { PlainError } from '#shared/protocol/errors.ts';
import type { ReferenceTexts } from '../cache/reference-texts.ts';
import { documentSearch, type DocumentSearch } from './document-search.ts';

export type RowsQuery = Pick<ListQuery, 'entity' | 'list' | 'filter' | 'anyOf' | 'conditions' | 'search'> &
  Partial<Pick<ListQuery, 'columns' | 'inDocuments'>>;

/** A search term with the ids, by reference field, of the records whose shown text holds it. */
export interface SearchTerm {
  text: string;
  references: Record<string, string[]>;
}

/** What a list's query asks of the rows. */
export interface ListConditions {
  entity: EntityName;
  definition: EntityDefinition;
  list: ListDefinition;
  readable: ReadonlySet<string>;
  where: Condition;
  /** What `where` asks beside the search. */
  narrowing: Condition;
  scope: string;
  terms: SearchTerm[];
  /** What is searched for in the documents of the rows; then there are no terms. */
  documents: DocumentSearch | null;
  /** Texts that filters ask for within a field that the search index holds. */
  held: string[];
  /** Whether single fields are asked for, which an index may not answer and few rows may fit. */
  conditioned: boolean;
  /** Whether an index alone finds the rows in any order that the lists have: then counting and skipping are cheap. */
  indexed: boolean;
  /** The same text for the same rows. */
  key: string;
}

/** Throws `bad-request` for a list, filter or field that there is not, `forbidden` for what the role may not see. */
export function listConditions(query: RowsQuery, actor: Actor, texts: ReferenceTexts): ListConditions {
  const definition = entityOf(query.entity);
  if (!mayRead(definition, actor.role)) {
    throw new PlainError('forbidden', `Your role may not see ${inSentence(definition.plural)}`);
  }
  const readable = fieldsReadableOnEveryRow(definition, actor.role);
  const list = listWith(definition, listOf(definition, query.list), query.columns, readable);
  const scope = list.searchScope ?? 'default';
  const filter: Filter = query.filter ?? {};
  const conditions = [
    ...filterConditions(definition, list.baseFilter ?? {}, readable, 'sqlite'),
    ...filterConditions(definition, filter, readable, 'sqlite'),
    ...(query.anyOf ? [anyOfCondition(definition, query.anyOf, readable, 'sqlite')] : []),
    ...fieldConditions(definition, query.conditions ?? [], readable, 'sqlite', Date.now()),
  ];
  const documents = query.inDocuments ? documentSearch(query.entity, query.search ?? '', actor) : null;
  const terms = searchTerms(query.inDocuments ? '' : (query.search ?? '')).map((text) => ({
    text,
    references: referencesHolding(definition, scope, text, texts),
  }));
  const narrowing = joinConditions(conditions, 'AND');
  conditions.push(...terms.map((term) => searchCondition(scope, term.text, term.references, 'sqlite')));
  if (documents) conditions.push(documents.where);
  const where = joinConditions(conditions, 'AND');
  return {
    entity: query.entity,
    definition,
    list,
    readable,
    where,
    narrowing,
    scope,
    terms,
    documents,
    held: heldTexts(definition, filter),
    conditioned: (query.conditions ?? []).length > 0,
    indexed:
      terms.length === 0 &&
      !documents &&
      !query.anyOf &&
      !query.conditions?.length &&
      isIndexed(definition, list, filter),
    key: `${query.entity}\n${where.sql}\n${JSON.stringify(where.params)}`,
  };
}

/**
 * The texts that every row of the list has in its search text, and so in the search index: those of the terms, but for
 * terms that a reference may answer, and those that filters ask for.
 */
export function sievedTexts({ held }: ListConditions, terms: readonly SearchTerm[]): string[] {
  const own = terms.filter(({ references }) => Object.values(references).every((ids) => ids.length === 0));
  return [...own.map(({ text }) => text), ...held];
}

function heldTexts(definition: EntityDefinition, filter: Filter): string[] {
  const searched = new Set(Object.values(definition.searchScopes).flat());
  return Object.entries(filter).flatMap(([name, value]) =>
    typeof value === 'object' && 'holds' in value && searched.has(name) ? [normaliseText(value.holds)] : [],
  );
}

function referencesHolding(
  definition: EntityDefinition,
  scope: string,
  term: string,
  texts: ReferenceTexts,
): Record<string, string[]> {
  const found: Record<string, string[]> = {};
  for (const name of searchedReferences(definition, scope)) {
    const { target } = fieldOf(definition, name);
    if (!target || !isEntityName(target.entity)) continue;
    found[name] = texts.idsWhere(target.entity, target.display, (text) => normaliseText(text).includes(term));
  }
  return found;
}

/** Whether rows are asked for by this one field alone, or by none, so that its index tells them all. */
export function asksOnlyOf(
  { definition, list, terms, documents }: ListConditions,
  query: RowsQuery,
  name: string,
): boolean {
  if (fieldOf(definition, name).indexed !== true || terms.length > 0 || documents) return false;
  const asked = [...Object.keys(list.baseFilter ?? {}), ...Object.keys(query.filter ?? {})];
  return !query.anyOf && !query.conditions?.length && asked.every((each) => each === name);
}

/** At most one filter with one value, or for none, on a field that has an index; a base filter on presence has one of its own. */
function isIndexed(definition: EntityDefinition, list: ListDefinition, filter: Filter): boolean {
  const all = [...Object.entries(list.baseFilter ?? {}), ...Object.entries(filter)];
  const isExact = (value: FilterValue): boolean =>
    typeof value !== 'object' || ('empty' in value && value.empty);
  const exact = all.filter(([, value]) => isExact(value));
  const others = all.filter(([, value]) => !isExact(value));
  const presence = Object.entries(list.baseFilter ?? {}).filter(
    ([, value]) => typeof value === 'object' && 'empty' in value && !value.empty,
  );
  if (others.length > presence.length) return false;
  const fields = new Set(exact.map(([name]) => name));
  if (fields.size > 1) return false;
  // A presence filter beside an exact one is indexed only where both speak of the same field.
  if (fields.size === 1 && presence.some(([name]) => !fields.has(name))) return false;
  return [...fields].every((name) => {
    if (name === '_id') return true;
    const field = fieldOf(definition, name);
    return field.indexed === true && !isJson(field);
  });
}
