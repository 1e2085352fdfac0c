import { randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, rm, stat } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { extname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { SECURITY_HEADERS } from './page-security.ts';

/** Where an exported file is written, and where the browser fetches it from. */
export interface DownloadPlace {
  path: string;
  fileName: string;
  /** Path on the loopback server; it cannot be guessed. */
  download: string;
}

interface Offered extends DownloadPlace {
  offeredAt: number;
}

const PATH = '/download/';
/** A page fetches a file as soon as it is told that it is there. */
const GIVEN_UP_AFTER_MS = 5 * 60_000;
/** By the name of the file. */
const TYPES: Readonly<Record<string, string>> = {
  '.csv': 'text/csv; charset=utf-8',
  '.xlsx': 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
};

/** Whether an address is that of a download, whether there is one or not. */
export function isDownload(pathname: string): boolean {
  return pathname.startsWith(PATH);
}

/**
 * Files on their way from the desk to a browser: each can be fetched once, and is then deleted. They lie in a folder
 * that belongs to this class alone; what an earlier run has left there is deleted at the start.
 */
export class Downloads {
  readonly #folder: string;
  readonly #offered = new Map<string, Offered>();
  /** Of what was given up while it was being written: it gets its name once it is complete. */
  readonly #forgotten = new Set<string>();
  readonly #running: () => number;

  private constructor(folder: string, running: () => number) {
    this.#folder = folder;
    this.#running = running;
  }

  /** @param running milliseconds by a clock that nobody sets */
  static async open(folder: string, running = (): number => performance.now()): Promise<Downloads> {
    await rm(folder, { recursive: true, force: true });
    await mkdir(folder, { recursive: true, mode: 0o700 });
    return new Downloads(folder, running);
  }

  /** A place for one more file. What was finished long ago and never fetched is given up. */
  async place(fileName: string): Promise<DownloadPlace> {
    const now = this.#running();
    for (const place of this.#offered.values()) {
      const isOld = now - place.offeredAt > GIVEN_UP_AFTER_MS;
      // What is still being written, for however long, is waited for.
      if (isOld && (await sizeOf(place.path)) !== undefined) await this.#giveUp(place);
    }
    await this.#removeForgotten();
    const name = randomBytes(32).toString('base64url');
    const place = { path: join(this.#folder, name), fileName, download: PATH + name };
    this.#offered.set(place.download, { ...place, offeredAt: now });
    return place;
  }

  /** Gives up all of it: whoever it was made for is here no more, or is to have it no more. */
  async forget(): Promise<void> {
    for (const place of this.#offered.values()) await this.#giveUp(place);
    await this.#removeForgotten();
  }

  async #giveUp({ download, path }: Offered): Promise<void> {
    this.#offered.delete(download);
    this.#forgotten.add(path);
    await rm(path, { force: true });
  }

  async #removeForgotten(): Promise<void> {
    for (const path of this.#forgotten) await rm(path, { force: true });
  }

  /**
   * Sends the file of an address and deletes it, also where the browser breaks off.
   * @returns false where there is none: never offered, not finished, or fetched before
   */
  async send(pathname: string, response: ServerResponse): Promise<boolean> {
    const place = this.#offered.get(pathname);
    const size = place && (await sizeOf(place.path));
    // Only the first of two who ask at the same time finds it still there.
    if (!place || size === undefined || !this.#offered.delete(pathname)) return false;
    const { path, fileName } = place;
    response.writeHead(200, {
      ...SECURITY_HEADERS,
      'Content-Type': TYPES[extname(fileName)] ?? 'application/octet-stream',
      'Content-Disposition': `attachment; filename*=UTF-8''${encodeURIComponent(fileName)}`,
      'Content-Length': size,
      'Cache-Control': 'no-store',
    });
    try {
      await pipeline(createReadStream(path), response);
    } catch {
      // The browser has broken off: there is nobody left to tell.
      response.destroy();
    } finally {
      await rm(path, { force: true });
    }
    return true;
  }

  /** Deletes all that has not been fetched. */
  async close(): Promise<void> {
    this.#offered.clear();
    await rm(this.#folder, { recursive: true, force: true });
  }
}

/** Undefined where there is no such file yet: it gets its name once it is complete. */
function sizeOf(path: string): Promise<number | undefined> {
  return stat(path).then(
    ({ size }) => size,
    () => undefined,
  );
}
