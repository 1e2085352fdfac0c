import type { PictureType } from '#shared/model/picture.ts';

/** Heads of pictures of 1 x 1 pixel, with nothing behind them: what desk and server look at before they take one. */
export const HEADS: Readonly<Record<PictureType, Buffer>> = {
  'image/jpeg': Buffer.from('ffd8ffc0000b080001000101011100', 'hex'),
  'image/png': Buffer.from('89504e470d0a1a0a0000000d4948445200000001000000010802000000907753de', 'hex'),
  'image/webp': Buffer.from('5249464610000000574542505650385800000a0000000000000000000000', 'hex'),
};

/** Bytes that begin like a picture, told apart by `mark`. */
export function picture(mark: string, type: PictureType = 'image/png'): Buffer {
  return Buffer.concat([HEADS[type], Buffer.from(mark)]);
}
