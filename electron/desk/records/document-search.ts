import { setImmediate as nextTurn } from 'node:timers/promises';
import { mayRead, type Actor } from '#shared/access/permissions.ts';
import { entityOf, type EntityName } from '#shared/model/entities.ts';
import { joinConditions, quote, searchCondition, type Condition } from '#shared/model/list-query.ts';
import { textTerms } from '#shared/model/search-text.ts';
import { DOCUMENTED, type Documented } from '#shared/protocol/document-calls.ts';
import { PlainError } from '#shared/protocol/errors.ts';
import type { Cache } from '../cache/cache.ts';
import { tableOf } from '#shared/node/cache/cache-schema.ts';
import type { SearchIndex } from '../cache/search-index.ts';

/** More documents than this are a common word: the list's own order finds the first rows sooner. */
const MOST_DOCUMENTS = 2_000;
/** More that their text has to decide of are counted by looking at the rows themselves. */
const MOST_UNSURE = 500;
/** Documents looked at between two turns of the event loop: a few milliseconds' work. */
const SLICE = 1_000;

/** What a search asks of the documents of the rows, in the place of the rows themselves. */
export interface DocumentSearch {
  of: Documented;
  terms: string[];
  /** Of a document: that it is one of those that are searched. */
  searched: Condition;
  /** That it holds all the terms, too. */
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
  const searched = { sql: entity === 'candidate' ? `"kind" = 'CV'` : '1 = 1', params: [] };
  const texts = terms.map((term) => searchCondition('default', term, {}, 'sqlite'));
  const holding = joinConditions([searched, ...texts], 'AND');
  const { sql, params } = holding;
  const ofRow = `"searched".${quote(entity)} = ${quote(entity)}."_id"`;
  const where = {
    sql: `EXISTS (SELECT 1 FROM "document" AS "searched" WHERE ${ofRow} AND ${sql})`,
    params,
  };
  return { of: entity, terms, searched, holding, where };
}

/**
 * Row numbers of all rows that have such a document; null where they are many, so that reading the list in its order finds the
 * first ones sooner, and where the index cannot tell.
 */
export function rowsWithDocuments(cache: Cache, index: SearchIndex, search: DocumentSearch): number[] | null {
  const found = index.byWords('document', search.terms, MOST_DOCUMENTS);
  if (!found) return null;
  const rows = new Set([
    ...ownersOf(cache, search, found.sure, search.searched),
    ...ownersOf(cache, search, found.unsure, search.holding),
  ]);
  return [...rows];
}

/** The same however many they are, some in a turn of the event loop; null where the index cannot tell. */
export async function allRowsWithDocuments(
  cache: Cache,
  index: SearchIndex,
  search: DocumentSearch,
): Promise<number[] | null> {
  const found = index.byWords('document', search.terms, Number.MAX_SAFE_INTEGER - 1);
  if (!found || found.unsure.length > MOST_UNSURE) return null;
  const rows = new Set(ownersOf(cache, search, found.unsure, search.holding));
  for (let at = 0; at < found.sure.length; at += SLICE) {
    await nextTurn();
    if (!cache.open) return null;
    const some = found.sure.slice(at, at + SLICE);
    for (const row of ownersOf(cache, search, some, search.searched)) rows.add(row);
  }
  return [...rows];
}

/** Row numbers of the rows whose documents these are, where they are as asked. */
function ownersOf(
  cache: Cache,
  { of }: DocumentSearch,
  documents: readonly number[],
  { sql, params }: Condition,
): number[] {
  if (documents.length === 0) return [];
  const rows = cache.statements
    .prepare(
      `SELECT rowid AS row FROM ${tableOf(entityOf(of))} WHERE "_id" IN (SELECT ${quote(of)} FROM "document"
         WHERE rowid IN (SELECT value FROM json_each(?)) AND ${sql})`,
    )
    .all(JSON.stringify(documents), ...params) as { row: number }[];
  return rows.map(({ row }) => row);
}
