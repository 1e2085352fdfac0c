import { PIECE_BYTES, type Received } from '#shared/protocol/sync.ts';
import { PlainError } from '#shared/protocol/errors.ts';
import type { Services } from '../services.ts';
import { hashOf, keepFile } from './keep-file.ts';
import type { Sender } from './unnamed-room.ts';

interface Piece {
  hash: string;
  bytes: Uint8Array;
  /** The byte of the whole at which it begins. */
  at: number;
  /** Bytes of the whole. */
  of: number;
}

/** What has arrived of a document of this user; nobody is told of what others have sent. */
export async function receivedOf(
  { database, uploads }: Pick<Services, 'database' | 'uploads'>,
  userId: string,
  hash: string,
): Promise<Received> {
  const [kept] = await database.all<{ size: number }>(
    `SELECT "size" FROM "files" JOIN "file_uploads" ON "file_uploads"."hash" = "files"."hash"
     WHERE "files"."hash" = ? AND "userId" = ?`,
    [hash, userId],
  );
  if (kept) return { received: Number(kept.size), kept: true };
  return { received: await uploads.received(userId, hash), kept: false };
}

/**
 * Takes a piece of a document. One that does not follow what has arrived changes nothing: the answer says where to go on.
 * The last one makes it whole, and it is kept if it is a document and of that hash.
 * @throws PlainError `bad-request` where the whole is something else than was said: it begins anew; `too-large`, `invalid`
 */
export async function takePiece(services: Services, sender: Sender, piece: Piece): Promise<Received> {
  const { hash, bytes, at, of } = piece;
  const { uploads } = services;
  if (bytes.byteLength === 0 || bytes.byteLength > PIECE_BYTES || at + bytes.byteLength > of)
    throw new PlainError('bad-request', 'A piece of a document has 1 MB at most, and ends within it.');
  const before = await receivedOf(services, sender.userId, hash);
  if (before.kept || at > before.received) return before;
  const received = await uploads.append(sender.userId, hash, at, bytes);
  if (received < of) return { received, kept: false };
  const whole = await uploads.read(sender.userId, hash);
  try {
    if (whole?.byteLength !== of || hashOf(whole) !== hash) {
      // Another computer of the user may have sent the last piece just before.
      const now = await receivedOf(services, sender.userId, hash);
      if (now.kept) return now;
      throw new PlainError('bad-request', 'The document did not arrive as it was sent. Choose it again.');
    }
    await keepFile(services, sender, whole, 'document');
  } finally {
    await uploads.remove(sender.userId, hash);
  }
  return { received: of, kept: true };
}
