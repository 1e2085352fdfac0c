import { imageSize } from 'image-size';
import { bytesPerPixel } from './pixels.ts';
import { FileStore } from './store.ts';

/** Side in pixels: sharp at up to 96 on a screen of double density, the largest at which a picture is shown small. */
export const THUMBNAIL_SIDE = 192;
const QUALITY = 80;
/**
 * A picture that unfolds to more bytes is not opened: few bytes can unfold to more than the memory holds, and while it is
 * turned and made small it is there twice. 40 megapixels as a camera's, 15 of 16 bits in four channels.
 */
const MOST_UNFOLDED = 120_000_000;

/**
 * Small squares of the pictures, under the hash of the whole one. They are made when first asked for and kept; being
 * made again where they are missing, they need no backup.
 */
export class Thumbnails {
  readonly #kept: FileStore;
  readonly #making = new Map<string, Promise<Buffer | null>>();
  /** Content that is no picture after all: it is not tried again. */
  readonly #unreadable = new Set<string>();
  /** One at a time: opening a picture takes a core and much memory. */
  #last: Promise<unknown> = Promise.resolve();

  constructor(folder: string) {
    this.#kept = new FileStore(folder);
  }

  /**
   * The small square of a picture, as WebP; null where none can be made of it.
   * @param readWhole gives the picture's content; asked only where the square is not there yet.
   */
  async of(hash: string, readWhole: () => Promise<Uint8Array | null>): Promise<Buffer | null> {
    if (this.#unreadable.has(hash)) return null;
    const kept = await this.#kept.read(hash);
    return kept ?? this.#makeOnce(hash, readWhole);
  }

  #makeOnce(hash: string, readWhole: () => Promise<Uint8Array | null>): Promise<Buffer | null> {
    let making = this.#making.get(hash);
    if (!making) {
      making = this.#last.then(() => this.#make(hash, readWhole)).finally(() => this.#making.delete(hash));
      this.#last = making.catch(() => undefined);
      this.#making.set(hash, making);
    }
    return making;
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
  const { width, height } = imageSize(whole);
  if (width * height * bytesPerPixel(whole) > MOST_UNFOLDED) {
    throw new Error('The picture would take too much memory');
  }
  const side = Math.min(width, height, THUMBNAIL_SIDE);
  // Loaded when the first picture is asked for: most starts need none.
  const { ResizeFit, Transformer } = await import('@napi-rs/image');
  // Turned as the camera was held; what else the camera noted, such as the place, is left out.
  return new Transformer(whole)
    .rotate()
    .resize({ width: side, height: side, fit: ResizeFit.Cover })
    .webp(QUALITY);
}
