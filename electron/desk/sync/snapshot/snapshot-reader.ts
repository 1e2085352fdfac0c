import { createHash } from 'node:crypto';
import { closeSync, openSync, rmSync, writeSync } from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { PAGES_OF_A_PIECE, SNAPSHOT_PAGE_BYTES } from '#shared/protocol/snapshot.ts';
import { copyCache } from '../../cache/copied-cache.ts';
import { codeOfError, isDiskRefusal } from '../../storage/disk-trouble.ts';
import { deleteSqlite } from '../../storage/sqlite-file.ts';
import { ThrowawayPages } from '../../storage/throwaway-pages.ts';
import type { FromReader, SnapshotReading, ToReader } from './reader-messages.ts';

/**
 * The worker that makes a cache of a snapshot's pieces. What is unpacked goes to the disk encrypted under a key that nobody
 * writes down, and is copied from there into the cache under its own.
 */

const { pages, cache, sha256, mark, nativeBinding, ...given } = workerData as SnapshotReading;
// On its way here a buffer has become plain bytes.
const encryption = given.encryption && { ...given.encryption, key: Buffer.from(given.encryption.key) };
const PIECE = SNAPSHOT_PAGE_BYTES * PAGES_OF_A_PIECE;
const unpack = promisify(gunzip);
const throwaway = new ThrowawayPages();
const file = openSync(pages, 'w', 0o600);
let open = true;

class NotAsOffered extends Error {}

async function take(piece: number, bytes: Uint8Array): Promise<void> {
  if (createHash('sha256').update(bytes).digest('hex') !== sha256[piece])
    throw new NotAsOffered('A piece of the snapshot is damaged');
  const raw = await unpack(bytes, { maxOutputLength: PIECE });
  const isWhole = raw.length % SNAPSHOT_PAGE_BYTES === 0 && raw.length > 0;
  if (!isWhole || (raw.length < PIECE && piece < sha256.length - 1))
    throw new NotAsOffered('A piece of the snapshot has another length');
  if (!open) return;
  const first = piece * PAGES_OF_A_PIECE + 1;
  for (let at = 0; at * SNAPSHOT_PAGE_BYTES < raw.length; at += 1) {
    const start = at * SNAPSHOT_PAGE_BYTES;
    const sealed = throwaway.seal(first + at, raw.subarray(start, start + SNAPSHOT_PAGE_BYTES));
    writeSync(file, sealed, 0, sealed.length, piece * PIECE + start);
  }
}

function end(): void {
  if (open) closeSync(file);
  open = false;
  rmSync(pages, { force: true });
  parentPort?.close();
}

const tell = (message: FromReader): void => parentPort?.postMessage(message);

function fail(error: unknown): void {
  if (!open) return;
  end();
  deleteSqlite(cache);
  const message = error instanceof Error ? error.message : String(error);
  tell({ failed: isDiskRefusal(error) ? 'disk' : 'damaged', code: codeOfError(error), message });
}

parentPort?.on('message', (message: ToReader) => {
  if ('piece' in message) {
    take(message.piece, message.bytes).then(() => tell({ taken: message.piece }), fail);
    return;
  }
  if ('finish' in message) {
    try {
      copyCache({
        source: { path: pages, password: throwaway.password },
        target: { path: cache, encryption },
        mark,
        nativeBinding,
      });
      tell({ copied: true });
    } catch (error) {
      fail(error);
    }
  }
  end();
});
