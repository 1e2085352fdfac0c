import { type FileRefusal, pictureTypeOf, unopenable } from './picture.ts';

/**
 * What a field of kind `file` with `document` may name: known by its content, never by its name. The desk asks before it
 * keeps one, the server before it takes one, and both say the same (decision 31).
 */

/** Largest document, in bytes. */
export const MAX_DOCUMENT_BYTES = 10 * 1024 * 1024;

/** The media types, with what people call them. */
export const DOCUMENT_TYPES = {
  'application/pdf': 'PDF',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': 'DOCX',
  'image/jpeg': 'JPEG',
  'image/png': 'PNG',
} as const;

export type DocumentType = keyof typeof DOCUMENT_TYPES;
export const DOCUMENT_TYPE_NAMES = Object.values(DOCUMENT_TYPES);
export type DocumentTypeName = (typeof DOCUMENT_TYPE_NAMES)[number];

export const DOCUMENT_TOO_LARGE = 'The document is larger than 10 MB. Make it smaller and choose it again.';
export const DOCUMENT_OF_WRONG_TYPE =
  'This is not a PDF, Word (DOCX), JPEG or PNG document. Save it as one of these and choose it again.';

const DOCX = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
const PDF_HEAD = '%PDF-';
/** Programs write a few bytes before the head, and readers look for it so far. */
const PDF_HEAD_WITHIN = 1024;
const ZIP_HEAD = [0x50, 0x4b, 0x03, 0x04];
const WORD_TEXT = 'word/document.xml';

/** The type of a document, told by its content; null for anything else, whatever its name says. */
export function documentTypeOf(bytes: Uint8Array): DocumentType | null {
  const picture = pictureTypeOf(bytes);
  if (picture === 'image/jpeg' || picture === 'image/png') return picture;
  if (holds(bytes.subarray(0, PDF_HEAD_WITHIN), PDF_HEAD)) return 'application/pdf';
  const isZip = ZIP_HEAD.every((byte, at) => bytes[at] === byte);
  // Names of a zip's parts are not packed, and stand in its list at the end.
  return isZip && holds(bytes, WORD_TEXT) ? DOCX : null;
}

/** Why a file cannot be kept as a document, as a code and a sentence; null where it can. */
export function documentRefusal(bytes: Uint8Array): FileRefusal | null {
  if (bytes.byteLength > MAX_DOCUMENT_BYTES) return { code: 'too-large', message: DOCUMENT_TOO_LARGE };
  const type = documentTypeOf(bytes);
  if (!type) return { code: 'invalid', message: DOCUMENT_OF_WRONG_TYPE };
  return type === 'image/jpeg' || type === 'image/png' ? unopenable(bytes) : null;
}

/** Whether an ASCII text is within. As a text, which engines search in time that grows with the length alone. */
const holds = (bytes: Uint8Array, text: string): boolean =>
  new TextDecoder('latin1').decode(bytes).includes(text);

/** What no name of a file has: control characters, marks that turn the direction of writing, and parts of a path. */
const UNSEEN = /[\p{Cc}\p{Cf}\u2028\u2029]/gu;
const LONGEST_NAME = 200;

/** The name of a chosen file as it is kept and shown: without its folders and without signs that nobody sees. */
export function documentName(given: string): string {
  const name = given.replace(UNSEEN, '').split(/[/\\]/).at(-1)?.trim() ?? '';
  const plain = /^\.*$/.test(name) ? 'document' : name;
  if (plain.length <= LONGEST_NAME) return plain;
  const ending = /\.[^.]{1,8}$/.exec(plain)?.[0] ?? '';
  return plain.slice(0, LONGEST_NAME - ending.length) + ending;
}
