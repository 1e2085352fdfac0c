import { MAX_FILE_BYTES, PICTURE_TOO_LARGE, pictureRefusal, pictureTypeOf } from '#shared/model/picture.ts';
import { PlainError } from '#shared/protocol/errors.ts';
import { dataAddress } from '../record-form/inputs/crop-picture.ts';

/** A picture as it is kept: its address holds the bytes. */
export interface ReadPicture {
  address: string;
  width: number;
  height: number;
}

const UNREADABLE = 'This picture cannot be read. Choose another one.';
/** The next one where the one before makes it too large: drawn anew a photo may be larger than the camera wrote it. */
const QUALITIES = [0.92, 0.8, 0.6];

/**
 * Reads a picture for a text. A photo is drawn anew, upright and without what the camera noted, such as the place: an
 * article is for everybody.
 * @throws PlainError with the sentence that the desk and the server would say, or `invalid` where it cannot be shown.
 */
export async function readPicture(file: Blob): Promise<ReadPicture> {
  if (file.size > MAX_FILE_BYTES) throw new PlainError('too-large', PICTURE_TOO_LARGE);
  const bytes = new Uint8Array(await file.arrayBuffer());
  const refusal = pictureRefusal(bytes);
  if (refusal) throw new PlainError(refusal.code, refusal.message);
  const type = pictureTypeOf(bytes) ?? '';
  const plain = new Blob([bytes], { type });
  const drawn = await createImageBitmap(plain).catch(() => null);
  if (!drawn) throw new PlainError('invalid', UNREADABLE);
  try {
    const { width, height } = drawn;
    const kept = type === 'image/png' ? plain : await drawAnew(drawn, type);
    return { address: await dataAddress(kept), width, height };
  } finally {
    drawn.close();
  }
}

async function drawAnew(drawn: ImageBitmap, type: string): Promise<Blob> {
  const canvas = document.createElement('canvas');
  canvas.width = drawn.width;
  canvas.height = drawn.height;
  canvas.getContext('2d')?.drawImage(drawn, 0, 0);
  for (const quality of QUALITIES) {
    const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, type, quality));
    if (!blob) throw new PlainError('invalid', UNREADABLE);
    if (blob.size <= MAX_FILE_BYTES) return blob;
  }
  throw new PlainError('too-large', PICTURE_TOO_LARGE);
}

/** The bytes of an address that holds them; null where it is none of that kind. */
export function blobOf(address: string): Blob | null {
  const [, type = '', base64] = /^data:([\w/+.-]+);base64,(.*)$/is.exec(address) ?? [];
  if (base64 === undefined) return null;
  try {
    return new Blob([Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0))], { type });
  } catch {
    return null;
  }
}
