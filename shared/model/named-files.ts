import type { EntityDefinition } from './entity.ts';
import { fieldOf, storedFields } from './entity.ts';
import { FILE_HASH, fileFieldsOf } from './picture.ts';

/**
 * Which files a record names: in its fields of kind `file`, and as pictures within its rich text. Who may see a file, what
 * is sent before a record and what may be cleaned up all follow from what is read here.
 */

/** Where files are on the server. */
export const FILES_PATH = '/api/files';

/** Most pictures of ours in one text. */
export const MOST_TEXT_PICTURES = 30;
export const tooManyPictures = (label: string): string =>
  `${label} may have ${MOST_TEXT_PICTURES} pictures at most. Take one out before you put another in`;

/** How a text names a picture of ours: from the root of the server, wherever that is. */
export const textPictureAddress = (hash: string): string => `${FILES_PATH}/${hash}`;

/** The hash of the picture of ours that an address in a text names; null for any other address. */
export function textPictureOf(address: string): string | null {
  if (!address.startsWith(`${FILES_PATH}/`)) return null;
  const hash = address.slice(FILES_PATH.length + 1);
  return FILE_HASH.test(hash) ? hash : null;
}

/** A picture's tag. None of its parts fits in two ways, so that no text takes long. */
const TAG = /<img((?:\s+[\w-]+(?:="[^"]*")?)+)\s*\/?>/g;
const ATTRIBUTE = /\s([\w-]+)="([^"]*)"/g;

/**
 * The hashes of the pictures of ours in a text, each once, in their order. The text is written as the editor and the
 * server's sanitiser write it: attributes in double quotes, and in words `&lt;` for every sign that begins a tag.
 */
export function picturesInText(html: string): string[] {
  if (!html.includes(`src="${FILES_PATH}/`)) return [];
  const found = new Set<string>();
  for (const [, attributes = ''] of html.matchAll(TAG)) {
    for (const [, name, value = ''] of attributes.matchAll(ATTRIBUTE)) {
      const hash = name === 'src' ? textPictureOf(value) : null;
      if (hash !== null) found.add(hash);
    }
  }
  return [...found];
}

const textFields = new WeakMap<EntityDefinition, readonly string[]>();

/** Names of the entity's fields whose text may hold pictures. */
export function textFieldsOf(entity: EntityDefinition): readonly string[] {
  let names = textFields.get(entity);
  if (!names) {
    names = storedFields(entity).flatMap(([name, { kind }]) => (kind === 'richText' ? [name] : []));
    textFields.set(entity, names);
  }
  return names;
}

/** Whether records of the entity can name files at all. */
export const namesFiles = (entity: EntityDefinition): boolean =>
  fileFieldsOf(entity).length + textFieldsOf(entity).length > 0;

/** What a file is sent for: a field that shows a picture, a text with pictures in it, or a document. */
export type SentFor = 'field' | 'text' | 'document';

export interface NamedFile {
  field: string;
  hash: string;
  sentFor: SentFor;
}

/** The files that some values of a record name. */
export function filesNamedBy(
  entity: EntityDefinition,
  values: Readonly<Record<string, unknown>>,
): NamedFile[] {
  const inFields = fileFieldsOf(entity).flatMap((field): NamedFile[] => {
    const hash = values[field];
    const sentFor = fieldOf(entity, field).document ? 'document' : 'field';
    return typeof hash === 'string' ? [{ field, hash, sentFor }] : [];
  });
  const inTexts = textFieldsOf(entity).flatMap((field) => {
    const html = values[field];
    if (typeof html !== 'string') return [];
    return picturesInText(html).map((hash): NamedFile => ({ field, hash, sentFor: 'text' }));
  });
  return [...inFields, ...inTexts];
}
