import { mayDeleteRecord, settableFields } from '#shared/access/permissions.ts';
import { document, type Document } from '#shared/model/document.ts';
import type { AnyRecord } from '#shared/model/entity.ts';
import type { Params, Results } from '#shared/protocol/bridge.ts';
import type { DocumentEntry } from '#shared/protocol/document-calls.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { assertMaySee } from './add-document.ts';

/** The documents of somebody that the user may see, newest first. @throws PlainError `forbidden` */
export function documentsOf(
  workspace: Workspace,
  { about: { entity, id } }: Params<'documents.of'>,
): Results['documents.of'] {
  assertMaySee(workspace, entity);
  const { cache, reader, actor } = workspace;
  const ids = cache.statements
    .prepare(`SELECT "_id" AS id FROM "document" WHERE "${entity}" = ? ORDER BY "createdAt" DESC, "_id" DESC`)
    .all(id) as { id: string }[];
  return ids.flatMap((each): DocumentEntry[] => {
    const view = reader.view('document', each.id, actor);
    if (!view) return [];
    const record = view.record as Partial<Document> & AnyRecord;
    return [
      {
        _id: record._id,
        kind: record.kind ?? 'Other',
        name: record.name ?? '',
        type: record.type ?? null,
        size: record.size ?? null,
        by: view.references['by'] ?? null,
        createdAt: typeof record['createdAt'] === 'string' ? record['createdAt'] : null,
        base: view.base,
        hasText: typeof record.text === 'string' && record.text !== '',
        waiting: view.waiting,
        mayChange: settableFields(document, actor, record).has('name'),
        mayDelete: mayDeleteRecord(document, actor, record),
      },
    ];
  });
}
