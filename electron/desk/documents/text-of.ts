import { DOCUMENT_TYPES, documentTypeOf, type DocumentTypeName } from '#shared/model/document-file.ts';
import type { DocumentReading } from './reading.ts';

/** Why a document has no text. */
export type NoText = 'locked' | 'unreadable' | 'picture' | 'empty';

/** Why search does not find what a document says, as a sentence for who adds it. */
export const NOT_SEARCHED: Readonly<Record<NoText, string>> = {
  locked: 'It is protected by a password, so search does not find what it says.',
  unreadable: 'Its text could not be read, so search does not find it.',
  picture: 'A picture has no text, so search does not find what it says.',
  empty: 'It holds no text, perhaps because it was scanned, so search does not find what it says.',
};

/** Why a CV proposes nothing, as a sentence for who would make a candidate of it. */
export const NOTHING_PROPOSED: Readonly<Record<NoText, string>> = {
  locked: 'This CV is protected by a password. Enter what it says yourself.',
  unreadable: 'The text of this CV could not be read. Enter what it says yourself.',
  picture: 'A picture has no text to be read. Enter what it says yourself.',
  empty: 'This CV holds no text, perhaps because it was scanned. Enter what it says yourself.',
};

/** The type of a document as people call it; null for bytes that are none. */
export function typeNameOf(bytes: Uint8Array): DocumentTypeName | null {
  const type = documentTypeOf(bytes);
  return type && DOCUMENT_TYPES[type];
}

/** What a document says, or why nothing. */
export async function textOf(
  bytes: Uint8Array,
  reading: DocumentReading,
): Promise<{ text: string; why: null } | { text: null; why: NoText }> {
  const type = typeNameOf(bytes);
  if (type !== 'PDF' && type !== 'DOCX') return { text: null, why: 'picture' };
  const read = await reading.read({ bytes, type, wanted: 'text' });
  if ('trouble' in read) return { text: null, why: read.trouble };
  return read.content === '' ? { text: null, why: 'empty' } : { text: read.content, why: null };
}
