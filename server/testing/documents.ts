import {
  documentPiecePath,
  filePath,
  PIECE_BYTES,
  receivedPath,
  type Received,
} from '#shared/protocol/sync.ts';
import type { TestClient } from './client.ts';
import { hashOf } from './pictures.ts';

/** Bytes that begin like a PDF, told apart by `mark`, of a size in bytes. */
export function pdf(mark: string, size = 2_000): Buffer {
  const head = Buffer.from(`%PDF-1.7\n% ${mark}\n`);
  return Buffer.concat([head, Buffer.alloc(Math.max(0, size - head.length), 0x20)]);
}

export interface PieceAnswer {
  status: number;
  body: Received & { code?: string; error?: string };
}

async function send(client: TestClient, path: string, init: RequestInit): Promise<PieceAnswer> {
  const response = await fetch(client.url + path, {
    ...init,
    headers: client.token === undefined ? {} : { authorization: `Bearer ${client.token}` },
  });
  return { status: response.status, body: (await response.json()) as PieceAnswer['body'] };
}

/** Sends one piece of a document. */
export function putPiece(
  client: TestClient,
  { hash, at, of, bytes }: { hash: string; at: number; of: number; bytes: Uint8Array },
): Promise<PieceAnswer> {
  return send(client, documentPiecePath(hash, at, of), { method: 'PUT', body: new Uint8Array(bytes) });
}

export const received = (client: TestClient, hash: string): Promise<PieceAnswer> =>
  send(client, receivedPath(hash), { method: 'GET' });

/** Sends a whole document, piece by piece; gives the last answer. */
export async function putDocument(client: TestClient, bytes: Buffer): Promise<PieceAnswer> {
  const hash = hashOf(bytes);
  let answer: PieceAnswer | undefined;
  for (let at = 0; at < bytes.length; at += PIECE_BYTES) {
    const piece = bytes.subarray(at, at + PIECE_BYTES);
    answer = await putPiece(client, { hash, at, of: bytes.length, bytes: piece });
    if (answer.status !== 200) return answer;
  }
  if (!answer) throw new Error('There is nothing to send');
  return answer;
}

/** Fetches a whole document in pieces; null where it is refused. */
export async function getDocument(client: TestClient, hash: string): Promise<Buffer | null> {
  const pieces: Buffer[] = [];
  for (let at = 0; ; at += PIECE_BYTES) {
    const response = await fetch(`${client.url}${filePath(hash)}?at=${at}`, {
      headers: { authorization: `Bearer ${client.token}` },
    });
    if (!response.ok) return null;
    const piece = Buffer.from(await response.arrayBuffer());
    pieces.push(piece);
    if (piece.length < PIECE_BYTES) return Buffer.concat(pieces);
  }
}
