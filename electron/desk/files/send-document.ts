import {
  documentPiecePath,
  PIECE_BYTES,
  receivedPath,
  receivedSchema,
  type Received,
} from '#shared/protocol/sync.ts';
import type { ServerAccess } from '../server/server-access.ts';
import { understood } from '../server/understood.ts';

/**
 * Sends a document in pieces, from where an earlier try was cut off.
 * @throws PlainError or NetworkFailure, as the calls do; what has arrived stays there for the next try.
 */
export async function sendDocument(
  hash: string,
  bytes: Uint8Array<ArrayBuffer>,
  access: ServerAccess,
  signal: AbortSignal,
): Promise<void> {
  const { received, kept } = understood(
    receivedSchema,
    await access.call<Received>(receivedPath(hash), { method: 'GET', signal }),
  );
  if (kept) return;
  // All of it may have come before, and its keeping have failed: the last piece once more asks for that.
  const from = received < bytes.byteLength ? received : bytes.byteLength - 1;
  for (let at = from; at < bytes.byteLength; at += PIECE_BYTES) {
    await access.upload(
      documentPiecePath(hash, at, bytes.byteLength),
      bytes.subarray(at, at + PIECE_BYTES),
      signal,
    );
  }
}
