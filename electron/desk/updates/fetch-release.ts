import { mkdirSync, readdirSync, renameSync, rmSync, statSync, truncateSync } from 'node:fs';
import { open, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { writeWholeFile } from '#shared/node/whole-file.ts';
import { isWhole, NotARelease } from '#shared/node/update-manifest.ts';
import {
  MANIFEST_FILE,
  SIGNATURE_FILE,
  updateFilePath,
  type Offer,
  type ReleaseFile,
} from '#shared/protocol/updates.ts';
import type { ServerAccess } from '../server/server-access.ts';

/** What is asked for at once: the server is trusted with no more memory, and so much is lost where a line is cut. */
const PIECE_BYTES = 1024 * 1024;

/** Of the size of a file: itself, the copy that is run, and what that installs. */
const ROOM_FOR_EACH = 3;
/** What is left for the user's own work, in bytes. */
const ROOM_FOR_WORK = 200 * 1024 * 1024;

export interface Fetching {
  access: ServerAccess;
  /** Where releases lie on this PC, a folder for each version. */
  folder: string;
  version: string;
  offer: NonNullable<Offer['offer']>;
  file: ReleaseFile;
  signal: AbortSignal;
  onProgress: (done: number) => void;
}

/**
 * Fetches the file of a release piece by piece, going on where an earlier attempt broke off, and compares it with what the
 * manifest says. It has its name only once it is whole.
 * @throws Error where the disk has no room for it; NotARelease where the server gave another file; PlainError and NetworkFailure as `ServerAccess.call`.
 */
export async function fetchRelease(fetching: Fetching): Promise<void> {
  const { access, folder, version, offer, file, signal, onProgress } = fetching;
  for (const name of readdirSync(folder, { withFileTypes: true }))
    if (name.isDirectory() && name.name !== version)
      rmSync(join(folder, name.name), { recursive: true, force: true });
  const own = join(folder, version);
  mkdirSync(own, { recursive: true, mode: 0o700 });
  const path = join(own, file.name);
  if (!(await isWhole(path, file))) {
    const part = `${path}.part`;
    if (sizeOf(part) > file.size) truncateSync(part, 0);
    await assertRoom(own, file.size);
    const output = await open(part, 'a', 0o600);
    try {
      for (let at = sizeOf(part); at < file.size;) {
        const range = { from: at, to: Math.min(at + PIECE_BYTES, file.size) };
        const piece = await access.download(updateFilePath(version, file.name), signal, range);
        if (piece.byteLength !== range.to - range.from) throw otherFile(part);
        await output.appendFile(piece);
        at = range.to;
        onProgress(at);
      }
      await output.sync();
    } finally {
      await output.close();
    }
    if (!(await isWhole(part, file))) throw otherFile(part);
    renameSync(part, path);
  }
  const texts = { [MANIFEST_FILE]: offer.manifest, [SIGNATURE_FILE]: offer.signature };
  for (const [name, text] of Object.entries(texts))
    await writeWholeFile(join(own, name), (output) => output.writeFile(text), { mode: 0o600 });
}

/** What is fetched unasked takes no room from what the user saves. @throws Error with one sentence */
export async function assertRoom(folder: string, size: number): Promise<void> {
  const { bavail, bsize, blocks } = await statfs(folder);
  // Some file systems do not say.
  if (blocks === 0 || bavail * bsize >= ROOM_FOR_EACH * size + ROOM_FOR_WORK) return;
  throw new Error('The disk has no room for a new version. Make room; it is fetched then.');
}

const sizeOf = (path: string): number => statSync(path, { throwIfNoEntry: false })?.size ?? 0;

function otherFile(part: string): NotARelease {
  rmSync(part, { force: true });
  return new NotARelease('The server gave another file than the signed manifest names. It was thrown away.');
}
