import { DOCUMENT_TYPES, documentName, type DocumentType } from '#shared/model/document-file.ts';
import { MOST_DOCUMENTS, TOO_MANY_DOCUMENTS } from '#shared/model/document.ts';
import { quote } from '#shared/model/list-query.ts';
import { PlainError } from '#shared/protocol/errors.ts';
import type { Batch } from '../batch.ts';
import type { Change } from '../change.ts';
import type { EntityRules } from './entity-rules.ts';

/**
 * A document is of one candidate or one HR record, and keeps its file. A CV is shown to the candidate's interviewer, and
 * its coming is noted in the candidate's resume status (decision 31).
 */
export const documentRules: EntityRules = {
  async check({ kind, row, values }, batch) {
    if (kind === 'delete') return;
    const held = (name: string): unknown => (name in values ? values[name] : (row?.[name] ?? null));
    if ((held('candidate') === null) === (held('hrRecord') === null))
      throw refused('candidate', 'A document is of one candidate or one HR record');
    if (held('file') === null) throw refused('file', 'A document has a file. Choose one');
    if (row && 'file' in values)
      throw refused('file', 'A document keeps its file. Choose the new one as a document of its own');
    if (typeof values['name'] === 'string') values['name'] = documentName(values['name']);
    if ('file' in values || 'type' in values || 'size' in values) await describe(values, held('file'), batch);
    const comes = kind !== 'update' || 'candidate' in values || 'hrRecord' in values;
    if (comes) await assertRoomFor(held('candidate'), held('hrRecord'), batch);
    const reader = await readerOf(held('kind'), held('candidate'), batch);
    if (reader !== (row?.['interviewerId'] ?? null)) values['interviewerId'] = reader;
  },

  async follow(change, batch, seq) {
    const { kind, id, row, values } = change;
    const before = row?.['interviewerId'];
    if (typeof before === 'string' && 'interviewerId' in values) batch.hideFrom(before, 'document', id, seq);
    if (kind === 'create' || kind === 'update') await noteCv(change, batch);
    if (kind === 'restore') await showOnly(id, batch);
  },
};

const refused = (field: string, message: string): PlainError =>
  new PlainError('invalid', `${message}.`, [{ field, code: 'invalid', message }]);

/** What follows from a change of a person follows for each of its CVs. */
async function assertRoomFor(candidate: unknown, hrRecord: unknown, batch: Batch): Promise<void> {
  const field = typeof candidate === 'string' ? 'candidate' : 'hrRecord';
  const id = field === 'candidate' ? candidate : hrRecord;
  if (typeof id !== 'string') return;
  const [found] = await batch.ask<{ count: number | string }>(
    `SELECT count(*) AS "count" FROM (SELECT 1 FROM "document" WHERE ${quote(field)} = ? AND "deletedAt" IS NULL
     LIMIT ${MOST_DOCUMENTS}) AS "some"`,
    [id],
  );
  if (Number(found?.count) >= MOST_DOCUMENTS) throw refused(field, TOO_MANY_DOCUMENTS);
}

/** What the file is says its content, whatever its maker wrote. */
async function describe(values: Change['values'], hash: unknown, batch: Batch): Promise<void> {
  if (typeof hash !== 'string') return;
  const [kept] = await batch.ask<{ type: DocumentType; size: number }>(
    'SELECT "type", "size" FROM "files" WHERE "hash" = ?',
    [hash],
  );
  if (!kept) return;
  values['type'] = DOCUMENT_TYPES[kept.type];
  values['size'] = Number(kept.size);
}

/** Of a candidate who is there, the interviewer: of CVs alone. */
async function readerOf(kind: unknown, candidateId: unknown, batch: Batch): Promise<string | null> {
  if (kind !== 'CV' || typeof candidateId !== 'string') return null;
  const candidate = await batch.get('candidate', candidateId);
  const reader = candidate && candidate['deletedAt'] === null ? candidate['interviewerId'] : null;
  return typeof reader === 'string' ? reader : null;
}

async function noteCv({ row, values }: Change, batch: Batch): Promise<void> {
  if (values['kind'] !== 'CV') return;
  const id = 'candidate' in values ? values['candidate'] : row?.['candidate'];
  const candidate = typeof id === 'string' ? await batch.get('candidate', id) : null;
  if (!candidate || candidate['deletedAt'] !== null || candidate['resumeStatus'] === 'Uploaded') return;
  batch.set('candidate', candidate._id, { resumeStatus: 'Uploaded' });
}

/** It is back, and its candidate may have been merged into another one meanwhile. */
async function showOnly(id: string, batch: Batch): Promise<void> {
  const document = await batch.get('document', id);
  if (!document) return;
  const reader = await readerOf(document['kind'], document['candidate'], batch);
  const before = document['interviewerId'];
  if (reader !== (before ?? null)) showTo(reader, id, before, batch);
}

/** @param before who has seen it until now */
function showTo(reader: string | null, id: string, before: unknown, batch: Batch): void {
  const seq = batch.change('document', id, 'update', { interviewerId: reader });
  if (typeof before === 'string') batch.hideFrom(before, 'document', id, seq);
}

/** The candidate has another interviewer, went, came back, or has got CVs by a merge: they follow. */
export async function showCvsOf(candidateId: string, batch: Batch): Promise<void> {
  // Their texts are long, and stay as they are: only what is changed is read.
  const documents = await batch.ask<{ _id: string; kind: string; before: string | null }>(
    `SELECT "_id", "kind", "interviewerId" AS "before" FROM "document"
     WHERE "candidate" = ? AND "deletedAt" IS NULL ORDER BY "_id"`,
    [candidateId],
  );
  const readers = new Map<string, { before: string | null; reader: string | null }>();
  for (const { _id, kind, before } of documents) {
    const reader = await readerOf(kind, candidateId, batch);
    if (reader !== before) readers.set(_id, { before, reader });
  }
  await batch.each('document', [...readers.keys()], (id) => {
    const { before = null, reader = null } = readers.get(id) ?? {};
    showTo(reader, id, before, batch);
  });
}
