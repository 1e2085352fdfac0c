import { mayCreate, mayRead, settableFields } from '#shared/access/permissions.ts';
import { inSentence } from '#shared/format/label-in-sentence.ts';
import { document, MOST_DOCUMENTS, TOO_MANY_DOCUMENTS } from '#shared/model/document.ts';
import { documentName } from '#shared/model/document-file.ts';
import { entityOf } from '#shared/model/entities.ts';
import type { AnyRecord } from '#shared/model/entity.ts';
import type { Documented } from '#shared/protocol/document-calls.ts';
import type { Params } from '#shared/protocol/bridge.ts';
import { PlainError } from '#shared/protocol/errors.ts';
import type { Cache } from '../cache/cache.ts';
import { hashOf } from '../files/files-folder.ts';
import { newSet } from '../records/new-set.ts';
import { notHere } from '../records/not-here.ts';
import { titleOf } from '../records/record-reader.ts';
import type { Session } from '../session/session.ts';
import type { Workspace } from '../workspace/workspace.ts';
import type { DocumentReading } from './reading.ts';
import { NOT_SEARCHED, textOf, typeNameOf } from './text-of.ts';

type Given = Params<'documents.add'>;

export interface AddedDocument {
  set: string | null;
  problem: string | null;
  /** Whether it was there already. */
  again: boolean;
}

const ADDED_ALREADY = 'Another document has been saved in its place. Close the dialog, and choose it again.';

/**
 * Keeps a document with the outbox, reads its text, then makes its record and, of a CV, notes it in the resume status: one
 * change set. Asked again under the same id it is as good as once.
 * @throws PlainError `too-large`, `invalid`, `forbidden`, `not-found`; `conflict` where another document has the id
 */
export async function addDocument(
  session: Session,
  given: Given,
  reading: DocumentReading,
): Promise<AddedDocument> {
  const { workspace } = session.require();
  const bytes = Buffer.from(given.base64, 'base64');
  const before = addedBefore(workspace, given.id, bytes);
  if (before) return before;
  assertMayAdd(workspace, given);
  const file = await workspace.files.addDocument(bytes);
  const { text, why } = await textOf(bytes, reading);
  // The user may have signed out meanwhile, and the person may be gone.
  if (session.open?.workspace !== workspace) throw new PlainError('unauthenticated', 'Sign in first.');
  const person = assertMayAdd(workspace, given);
  const values = { file, type: typeNameOf(bytes), size: bytes.byteLength, text };
  return { set: write(workspace, given, person, values), problem: why && NOT_SEARCHED[why], again: false };
}

function write(
  { writer, reader, actor }: Workspace,
  { id, about, kind, name }: Given,
  person: AnyRecord,
  values: Record<string, unknown>,
): string | null {
  const definition = entityOf(about.entity);
  const what = kind === 'Other' ? 'Document' : kind;
  return writer.together(newSet(`${what} of ${titleOf(definition, person)}`), () => {
    const changes = { [about.entity]: about.id, kind, name: documentName(name), ...values };
    writer.save({ entity: 'document', id, base: null, changes }, actor);
    const isNews = kind === 'CV' && about.entity === 'candidate' && person['resumeStatus'] !== 'Uploaded';
    if (!isNews || !settableFields(definition, actor, person).has('resumeStatus')) return;
    const base = reader.baseSeq('candidate', about.id);
    const resume = { resumeStatus: 'Uploaded' };
    writer.save({ entity: 'candidate', id: about.id, base, changes: resume }, actor);
  });
}

/** What came of it when it was added under this id; null where nothing has the id. */
function addedBefore({ outbox, reader }: Workspace, id: string, bytes: Uint8Array): AddedDocument | null {
  const made = outbox.ofRecord('document', id).find((each) => each.kind === 'create');
  const values = made?.changes ?? reader.record('document', id);
  if (!values) return null;
  if (values['file'] !== hashOf(bytes) || made?.status === 'refused')
    throw new PlainError('conflict', ADDED_ALREADY);
  const type = typeNameOf(bytes);
  const why = type === 'PDF' || type === 'DOCX' ? 'unreadable' : 'picture';
  const problem = typeof values['text'] === 'string' ? null : NOT_SEARCHED[why];
  return { set: made?.set?.id ?? null, problem, again: true };
}

/** The record that the document is of. */
function assertMayAdd({ reader, cache, actor }: Workspace, { about }: Given): AnyRecord {
  if (!mayCreate(document, actor.role)) throw new PlainError('forbidden', 'Your role may not add documents');
  const person = reader.record(about.entity, about.id);
  if (person) {
    assertRoomFor(cache, about);
    return person;
  }
  const definition = entityOf(about.entity);
  throw notHere(
    cache,
    definition,
    `This ${inSentence(definition.label)} is no longer there. Somebody may have deleted it. The document was not kept.`,
  );
}

/** What the server would say, before the file is kept. @throws PlainError `invalid` */
function assertRoomFor(cache: Cache, { entity, id }: Given['about']): void {
  const found = cache.statements
    .prepare(`SELECT 1 FROM "document" WHERE "${entity}" = ? LIMIT ${MOST_DOCUMENTS}`)
    .all(id);
  if (found.length >= MOST_DOCUMENTS) throw new PlainError('invalid', `${TOO_MANY_DOCUMENTS}.`);
}

/** @throws PlainError `forbidden` where the role sees no documents, or nobody of these. */
export function assertMaySee({ actor }: Pick<Workspace, 'actor'>, of?: Documented): void {
  if (!mayRead(document, actor.role) || (of && !mayRead(entityOf(of), actor.role)))
    throw new PlainError('forbidden', 'Your role may not see documents');
}
