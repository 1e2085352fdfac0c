import { MAX_DOCUMENT_BYTES } from '#shared/model/document-file.ts';
import { PlainError } from '#shared/protocol/errors.ts';
import { PIECE_BYTES, pieceFrom } from '#shared/protocol/sync.ts';
import type { ServerAccess } from '../server/server-access.ts';
import { isPassing } from '../server/server-connection.ts';
import { hashOf } from './files-folder.ts';

/** Documents whose fetching was cut off, of which the pieces are kept in memory. */
const MOST_BEGUN = 3;

/** Fetches documents in pieces. What has arrived of one is kept for the next try, until this process ends. */
export class DocumentPieces {
  readonly #begun = new Map<string, Uint8Array[]>();

  /** @param size its bytes, where they are known. @returns null where the server does not give it, or not now */
  async fetch(
    hash: string,
    size: number | null,
    access: ServerAccess,
    signal: AbortSignal,
  ): Promise<Uint8Array | null> {
    const pieces = this.#begun.get(hash) ?? [];
    this.#keep(hash, pieces);
    let at = pieces.reduce((sum, piece) => sum + piece.byteLength, 0);
    try {
      while (at < (size ?? MAX_DOCUMENT_BYTES) && !signal.aborted) {
        const piece = await access.download(pieceFrom(hash, at), signal);
        pieces.push(piece);
        at += piece.byteLength;
        if (piece.byteLength < PIECE_BYTES) break;
      }
    } catch (error) {
      if (isPassing(error)) return null;
      this.#begun.delete(hash);
      if (error instanceof PlainError) return null;
      throw error;
    }
    this.#begun.delete(hash);
    const bytes = Buffer.concat(pieces);
    return hashOf(bytes) === hash ? bytes : null;
  }

  #keep(hash: string, pieces: Uint8Array[]): void {
    this.#begun.delete(hash);
    this.#begun.set(hash, pieces);
    const [oldest] = this.#begun.keys();
    if (this.#begun.size > MOST_BEGUN && oldest !== undefined) this.#begun.delete(oldest);
  }

  forget(): void {
    this.#begun.clear();
  }
}
