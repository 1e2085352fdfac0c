import { pictureTypeOf } from '#shared/model/picture.ts';

/** Of the header chunk of a PNG: bits of each channel, and which channels there are. */
const DEPTH_AT = 24;
const COLOURS_AT = 25;
/** By kind of colours; a palette unfolds to red, green, blue and perhaps how far one sees through. */
const CHANNELS: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 4, 4: 2, 6: 4 };

/** Bytes that a pixel takes once the picture is unfolded, at most. */
export function bytesPerPixel(picture: Uint8Array): number {
  switch (pictureTypeOf(picture)) {
    case 'image/png': {
      const channels = CHANNELS[picture[COLOURS_AT] ?? -1] ?? 4;
      return channels * ((picture[DEPTH_AT] ?? 16) > 8 ? 2 : 1);
    }
    case 'image/jpeg':
      return 3;
    default:
      return 4;
  }
}
