import { pictureHeadOf } from '#shared/model/picture-size.ts';
import { pictureRefusal, pictureTypeOf } from '#shared/model/picture.ts';
import { FairQueue } from './fair-queue.ts';
import type { FilesDisk } from './files-disk.ts';
import { FileStore } from './store.ts';

/** Side in pixels: sharp at up to 96 on a screen of double density, the largest at which a picture is shown small. */
export const THUMBNAIL_SIDE = 192;
const QUALITY = 80;
/**
 * Small squares of the pictures, under the hash of the whole one. They are made when first asked for and kept; being
 * made again where they are missing, they need no backup.
 */
export class Thumbnails {
  readonly #kept: FileStore;
  /** Content that is no picture after all: it is not tried again. */
  readonly #unreadable = new Set<string>();
  /** One at a time: opening a picture takes a core and much memory. */
  readonly #making = new FairQueue<Buffer | null>();

  constructor(folder: string, disk?: FilesDisk) {
    this.#kept = new FileStore(folder, disk);
  }

  /**
   * The small square of a picture, as WebP; null where none can be made of it.
   * @param who the user who asks: users take turns where several wait
   * @param readWhole gives the picture's content; asked only where the square is not there yet.
   */
  async of(hash: string, who: string, readWhole: () => Promise<Uint8Array | null>): Promise<Buffer | null> {
    if (this.#unreadable.has(hash)) return null;
    const kept = await this.#kept.read(hash);
    return kept ?? this.#making.add(who, hash, () => this.#make(hash, readWhole));
  }

  async #make(hash: string, readWhole: () => Promise<Uint8Array | null>): Promise<Buffer | null> {
    const whole = await readWhole();
    if (!whole) return null;
    const small = await shrink(whole).catch(() => null);
    if (!small) this.#unreadable.add(hash);
    // One that cannot be kept, for want of room, can still be given.
    else await this.#kept.write(hash, small).catch(() => undefined);
    return small;
  }

  remove(hash: string): Promise<void> {
    return this.#kept.remove(hash);
  }

  /** Hashes of those made before a time, in milliseconds since 1970. */
  madeBefore(time: number): Promise<string[]> {
    return this.#kept.writtenBefore(time);
  }
}

/** @throws Error where the content is no picture after all, or one of too many pixels. */
async function shrink(whole: Uint8Array): Promise<Buffer> {
  const type = pictureTypeOf(whole);
  const head = type && pictureHeadOf(whole, type);
  // One that was kept before such were refused.
  if (!head || pictureRefusal(whole)) throw new Error('The picture is none, or would take too much memory');
  const side = Math.min(head.width, head.height, THUMBNAIL_SIDE);
  // Loaded when the first picture is asked for: most starts need none.
  const { ResizeFit, Transformer } = await import('@napi-rs/image');
  // Turned as the camera was held; what else the camera noted, such as the place, is left out.
  return new Transformer(whole)
    .rotate()
    .resize({ width: side, height: side, fit: ResizeFit.Cover })
    .webp(QUALITY);
}
