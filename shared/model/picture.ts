import type { EntityDefinition } from './entity.ts';
import { fieldOf, storedFields } from './entity.ts';
import { MOST_UNFOLDED_BYTES, pictureHeadOf } from './picture-size.ts';

/**
 * What a field of kind `file` may name: pictures, known by their content. The desk asks before it keeps one, the server
 * before it takes one, and both say the same.
 */

/** Largest picture, in bytes (decision 12). */
export const MAX_FILE_BYTES = 5 * 1024 * 1024;

/** SHA-256 of the content, in hexadecimal digits: the name of a file everywhere. */
export const FILE_HASH = /^[\da-f]{64}$/;

export const PICTURE_TYPES = ['image/jpeg', 'image/png', 'image/webp'] as const;
export type PictureType = (typeof PICTURE_TYPES)[number];

export const PICTURE_TOO_LARGE = 'The picture is larger than 5 MB. Choose a smaller one.';
export const PICTURE_OF_WRONG_TYPE = 'This is not a JPEG, PNG or WebP picture. Choose one of these.';
export const PICTURE_UNREADABLE = 'This picture is damaged and cannot be opened. Choose another one.';
export const PICTURE_OF_TOO_MANY_PIXELS =
  'The picture is too wide or too high. Make it smaller, to 40 megapixels at most, and choose it again.';

const PNG = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
const JPEG = [0xff, 0xd8, 0xff];
const RIFF = [0x52, 0x49, 0x46, 0x46];
const WEBP = [0x57, 0x45, 0x42, 0x50];

const holds = (bytes: Uint8Array, signature: readonly number[], at = 0): boolean =>
  signature.every((byte, index) => bytes[at + index] === byte);

/** The type of a picture, told by how its content begins; null for anything else, whatever its name says. */
export function pictureTypeOf(bytes: Uint8Array): PictureType | null {
  if (holds(bytes, JPEG)) return 'image/jpeg';
  if (holds(bytes, PNG)) return 'image/png';
  if (holds(bytes, RIFF) && holds(bytes, WEBP, 8)) return 'image/webp';
  return null;
}

/** Why a file is not taken, as a code and a sentence. */
export interface FileRefusal {
  code: 'too-large' | 'invalid';
  message: string;
}

/** Why a file cannot be kept as a picture; null where it can. */
export function pictureRefusal(bytes: Uint8Array): FileRefusal | null {
  if (bytes.byteLength > MAX_FILE_BYTES) return { code: 'too-large', message: PICTURE_TOO_LARGE };
  return unopenable(bytes);
}

/** Why a picture cannot be opened, however large its file is; null where it can. */
export function unopenable(bytes: Uint8Array): FileRefusal | null {
  const type = pictureTypeOf(bytes);
  if (!type) return { code: 'invalid', message: PICTURE_OF_WRONG_TYPE };
  const head = pictureHeadOf(bytes, type);
  if (!head || head.width === 0 || head.height === 0) return { code: 'invalid', message: PICTURE_UNREADABLE };
  if (head.width * head.height * head.bytesPerPixel <= MOST_UNFOLDED_BYTES) return null;
  return { code: 'too-large', message: PICTURE_OF_TOO_MANY_PIXELS };
}

const fileFields = new WeakMap<EntityDefinition, readonly string[]>();

/** Names of the entity's fields that name a file: a picture or a document. */
export function fileFieldsOf(entity: EntityDefinition): readonly string[] {
  let names = fileFields.get(entity);
  if (!names) {
    names = storedFields(entity).flatMap(([name, { kind }]) => (kind === 'file' ? [name] : []));
    fileFields.set(entity, names);
  }
  return names;
}

/** Names of the entity's fields that name a picture. */
export function pictureFieldsOf(entity: EntityDefinition): readonly string[] {
  return fileFieldsOf(entity).filter((name) => !fieldOf(entity, name).document);
}

/** Names of the entity's fields that name a document. */
export function documentFieldsOf(entity: EntityDefinition): readonly string[] {
  return fileFieldsOf(entity).filter((name) => fieldOf(entity, name).document === true);
}
