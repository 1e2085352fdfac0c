import { setImmediate as nextTurn } from 'node:timers/promises';
import { quote } from '#shared/model/list-query.ts';
import type { Params, Results } from '#shared/protocol/bridge.ts';
import { documentSearch } from '../records/document-search.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { assertMaySee } from './add-document.ts';
import { placeIn } from './text-places.ts';

/** Work between two turns of the event loop, in milliseconds. */
const SLICE_MS = 6;

/**
 * Of each row the newest document that holds all that is searched for, and where it says the first of it; in no part where
 * its name alone says it.
 * @throws PlainError `forbidden` where the role sees no documents
 */
export async function documentPlaces(
  workspace: Workspace,
  { entity, ids, search }: Params<'documents.places'>,
): Promise<Results['documents.places']> {
  assertMaySee(workspace, entity);
  const { cache, actor } = workspace;
  const searched = documentSearch(entity, search, actor);
  const places: Results['documents.places'] = [];
  if (!searched) return places;
  const { sql, params } = searched.holding;
  const query = `SELECT "_id" AS document, "name", "text" FROM "document" WHERE ${quote(entity)} = ? AND ${sql}
    ORDER BY "createdAt" DESC, "_id" DESC LIMIT 1`;
  let started = performance.now();
  for (const of of new Set(ids)) {
    if (performance.now() - started > SLICE_MS) {
      await nextTurn();
      started = performance.now();
    }
    if (!cache.open) return [];
    const found = cache.statements.prepare(query).get(of, ...params) as
      | { document: string; name: string | null; text: string | null }
      | undefined;
    if (!found) continue;
    const { document, name, text } = found;
    places.push({ of, document, name: name ?? '', parts: placeIn(text ?? '', searched.terms) });
  }
  return places;
}
