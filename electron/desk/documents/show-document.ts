import type { Results } from '#shared/protocol/bridge.ts';
import { PlainError } from '#shared/protocol/errors.ts';
import { document } from '#shared/model/document.ts';
import { notHere } from '../records/not-here.ts';
import type { Session } from '../session/session.ts';
import { assertMaySee } from './add-document.ts';
import type { DocumentReading } from './reading.ts';
import { typeNameOf } from './text-of.ts';

const CANNOT_BE_SHOWN: Readonly<Record<'locked' | 'unreadable', string>> = {
  locked: 'This document is protected by a password. Open it in Word to read it.',
  unreadable: 'This document cannot be shown here. Open it in Word to read it.',
};

/** A document's name and content. */
export interface WholeDocument {
  name: string;
  bytes: Uint8Array;
}

/**
 * A document that the user may see, from this PC, else from the server; null where neither can give it.
 * @throws PlainError `forbidden`; `not-found` where it is gone, `unavailable` where it may still come
 */
export async function documentWith(session: Session, id: string): Promise<WholeDocument | null> {
  const { workspace, access } = session.require();
  assertMaySee(workspace);
  const view = workspace.reader.view('document', id, workspace.actor);
  if (!view) throw notHere(workspace.cache, document);
  const { file, name, size } = view.record;
  if (typeof file !== 'string') return null;
  const bytes = await workspace.files.document(file, typeof size === 'number' ? size : null, access);
  return bytes && { name: typeof name === 'string' ? name : '', bytes };
}

/** @throws PlainError as `documentWith`; `invalid` where it cannot be shown, as a sentence */
export async function showDocument(
  session: Session,
  id: string,
  reading: DocumentReading,
): Promise<Results['documents.show']> {
  const found = await documentWith(session, id);
  if (!found) return null;
  const { bytes } = found;
  const type = typeNameOf(bytes);
  if (type === null) return null;
  if (type !== 'DOCX') return { type, base64: Buffer.from(bytes).toString('base64') };
  const read = await reading.read({ bytes, type, wanted: 'html' });
  if ('trouble' in read) throw new PlainError('invalid', CANNOT_BE_SHOWN[read.trouble]);
  return { type, html: read.content };
}
