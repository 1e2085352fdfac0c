import { mayRead, type Actor } from '#shared/access/permissions.ts';
import { entityOf, type EntityName } from '#shared/model/entities.ts';
import { joinConditions, quote, searchCondition, type Condition } from '#shared/model/list-query.ts';
import { textTerms } from '#shared/model/search-text.ts';
import { DOCUMENTED, type Documented } from '#shared/protocol/document-calls.ts';
import { PlainError } from '#shared/protocol/errors.ts';
import type { Cache } from '../cache/cache.ts';
import { tableOf } from '../cache/cache-schema.ts';
import { indexableOf, type SearchIndex } from '../cache/search-index.ts';

/** More documents than this are a common word: the list's own order finds the first rows sooner. */
const MOST_DOCUMENTS = 8_000;
/** Of the documents that the index names so many tell how many of them hold the search. */
const SAMPLE = 64;
/** Rows that somebody who looks at a list is shown first. */
const FIRST = 100;

/** What a search asks of the documents of the rows, in the place of the rows themselves. */
export interface DocumentSearch {
  of: Documented;
  terms: string[];
  /** Of a document: that it is one of those, and holds all the terms. */
  holding: Condition;
  /** Of a row: that it has such a document. */
  where: Condition;
}

const isDocumented = (entity: EntityName): entity is Documented => DOCUMENTED.some((each) => each === entity);

/**
 * A search in the CVs of candidates, or in all documents of HR records.
 * @returns null where nothing is searched for
 * @throws PlainError `forbidden` where the role sees no documents, `bad-request` where the rows have none
 */
export function documentSearch(entity: EntityName, search: string, actor: Actor): DocumentSearch | null {
  if (!mayRead(entityOf('document'), actor.role))
    throw new PlainError('forbidden', 'Your role may not see documents');
  if (!isDocumented(entity))
    throw new PlainError('bad-request', `${entityOf(entity).plural} have no documents to search in.`);
  const terms = textTerms(search);
  if (terms.length === 0) return null;
  const kinds: Condition[] = entity === 'candidate' ? [{ sql: `"kind" = 'CV'`, params: [] }] : [];
  const texts = terms.map((term) => searchCondition('default', term, {}, 'sqlite'));
  // The search text first: what stands behind it in a row is read by going through it.
  const holding = joinConditions([...texts, ...kinds], 'AND');
  const { sql, params } = holding;
  const ofRow = `"searched".${quote(entity)} = ${quote(entity)}."_id"`;
  const where = {
    sql: `EXISTS (SELECT 1 FROM "document" AS "searched" WHERE ${ofRow} AND ${sql})`,
    params,
  };
  return { of: entity, terms, holding, where };
}

/**
 * Row numbers of the rows that have such a document; null where reading the list in its order finds the first rows sooner
 * than looking at each document that the search index names. Texts are long, so that it names many that do not hold it.
 */
export function rowsWithDocuments(
  cache: Cache,
  index: SearchIndex,
  { of, terms, holding }: DocumentSearch,
): number[] | null {
  const indexed = indexableOf(terms);
  const found = indexed.length > 0 ? index.candidates('document', indexed, MOST_DOCUMENTS) : null;
  if (!found || isSoonerInOrder(cache, found, { of, holding })) return null;
  const rows = cache.statements
    .prepare(
      `SELECT rowid AS row FROM ${tableOf(entityOf(of))} WHERE "_id" IN (SELECT ${quote(of)} FROM "document"
         WHERE rowid IN (SELECT value FROM json_each(?)) AND ${holding.sql})`,
    )
    .all(JSON.stringify(found), ...holding.params) as { row: number }[];
  return rows.map(({ row }) => row);
}

function isSoonerInOrder(
  cache: Cache,
  found: readonly number[],
  { of, holding }: Pick<DocumentSearch, 'of' | 'holding'>,
): boolean {
  if (found.length <= SAMPLE) return false;
  const sample = Array.from({ length: SAMPLE }, (_, at) => found[Math.floor((at * found.length) / SAMPLE)]);
  const { hits } = cache.statements
    .prepare(
      `SELECT count(*) AS hits FROM "document" WHERE rowid IN (SELECT value FROM json_each(?)) AND ${holding.sql}`,
    )
    .get(JSON.stringify(sample), ...holding.params) as { hits: number };
  const { rows } = cache.statements
    .prepare(`SELECT max(rowid) AS rows FROM ${tableOf(entityOf(of))}`)
    .get() as { rows: number | null };
  const inAll = (found.length * (hits + 0.5)) / SAMPLE;
  return (FIRST * (rows ?? 0)) / inAll < found.length;
}
