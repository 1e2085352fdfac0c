/**
 * What the head of a picture says of its size. The desk asks before it keeps a picture, the server before it takes or
 * opens one: few bytes can say that they unfold to more than the memory holds.
 */

/**
 * A picture that unfolds to more bytes is not taken: while it is turned and made small it is there twice. 40 megapixels
 * as a camera's, 15 of 16 bits in four channels.
 */
export const MOST_UNFOLDED_BYTES = 120_000_000;

export interface PictureHead {
  /** In pixels. */
  width: number;
  height: number;
  /** That a pixel takes once the picture is unfolded, at most. */
  bytesPerPixel: number;
}

const ascii = (bytes: Uint8Array, at: number): string => String.fromCharCode(...bytes.subarray(at, at + 4));

/** The head of a picture; null where it cannot be read. @param type as `pictureTypeOf` tells it. */
export function pictureHeadOf(
  bytes: Uint8Array,
  type: 'image/jpeg' | 'image/png' | 'image/webp',
): PictureHead | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  switch (type) {
    case 'image/png':
      return headOfPng(bytes, view);
    case 'image/jpeg':
      return headOfJpeg(view);
    default:
      return headOfWebp(bytes, view);
  }
}

const HEADER_BYTES = 13;
/** By kind of colours; a palette unfolds to red, green, blue and perhaps how far one sees through. */
const CHANNELS: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 4, 4: 2, 6: 4 };

function headOfPng(bytes: Uint8Array, view: DataView): PictureHead | null {
  if (bytes.length < 33 || view.getUint32(8) !== HEADER_BYTES || ascii(bytes, 12) !== 'IHDR') return null;
  const channels = CHANNELS[view.getUint8(25)] ?? 4;
  return {
    width: view.getUint32(16),
    height: view.getUint32(20),
    bytesPerPixel: channels * (view.getUint8(24) > 8 ? 2 : 1),
  };
}

/** Segments that stand alone, without a length. */
const standsAlone = (marker: number): boolean => marker === 0x01 || (marker >= 0xd0 && marker <= 0xd8);
/** C4, C8 and CC lie among the markers of a frame and are none. */
const isFrame = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;

function headOfJpeg(view: DataView): PictureHead | null {
  let at = 2;
  while (at + 9 <= view.byteLength) {
    if (view.getUint8(at) !== 0xff) return null;
    const marker = view.getUint8(at + 1);
    if (isFrame(marker)) {
      return { height: view.getUint16(at + 5), width: view.getUint16(at + 7), bytesPerPixel: 3 };
    }
    // The picture begins, or ends, and no frame has told its size.
    if (marker === 0xda || marker === 0xd9) return null;
    if (marker === 0xff) at += 1;
    else if (standsAlone(marker)) at += 2;
    else at += 2 + Math.max(2, view.getUint16(at + 2));
  }
  return null;
}

function headOfWebp(bytes: Uint8Array, view: DataView): PictureHead | null {
  if (bytes.length < 30) return null;
  const of = (width: number, height: number): PictureHead => ({ width, height, bytesPerPixel: 4 });
  const threeBytes = (at: number): number => view.getUint16(at, true) + view.getUint8(at + 2) * 0x1_00_00;
  switch (ascii(bytes, 12)) {
    case 'VP8X':
      return of(threeBytes(24) + 1, threeBytes(27) + 1);
    case 'VP8L': {
      if (view.getUint8(20) !== 0x2f) return null;
      const sides = view.getUint32(21, true);
      return of((sides & 0x3f_ff) + 1, ((sides >>> 14) & 0x3f_ff) + 1);
    }
    case 'VP8 ':
      // The start code of a whole picture; the two bits above each side say how to show it.
      if (ascii(bytes, 23).slice(0, 3) !== '\u009d\u0001\u002a') return null;
      return of(view.getUint16(26, true) & 0x3f_ff, view.getUint16(28, true) & 0x3f_ff);
    default:
      return null;
  }
}
