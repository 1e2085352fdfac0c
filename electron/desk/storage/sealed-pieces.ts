import {
  closeSync,
  existsSync,
  fstatSync,
  ftruncateSync,
  openSync,
  readFileSync,
  readSync,
  writeSync,
} from 'node:fs';
import { finishSealing, isSealed, openBytes, replacePlain, sealBytes } from './sealed-file.ts';

/**
 * A file that comes in pieces, each of them sealed by itself under the place where it begins: four bytes say how long the
 * sealed piece is, eight how far the content before it goes.
 */
const HEAD = 12;

/**
 * Puts a piece where the content before it ends; what was there from that place on goes. Without a key the file is plain.
 * @throws RangeError where the file does not reach so far, or has no piece that ends there
 */
export function putPiece(path: string, key: Buffer | undefined, at: number, piece: Buffer): void {
  const file = openSync(path, 'r+');
  try {
    const place = key ? placeOf(file, at) : at;
    ftruncateSync(file, place);
    const bytes = key ? framed(at, sealBytes(key, nameOf(at), piece)) : piece;
    for (let done = 0; done < bytes.length;)
      done += writeSync(file, bytes, done, bytes.length - done, place + done);
  } finally {
    closeSync(file);
  }
}

/** The whole content. @throws Error where a piece is not as it was written */
export function readPieces(path: string, key: Uint8Array | undefined): Buffer {
  const bytes = readFileSync(path);
  if (!key) return bytes;
  const pieces: Buffer[] = [];
  let read = 0;
  for (let place = 0; place < bytes.length;) {
    const sealed = bytes.subarray(place + HEAD, place + HEAD + bytes.readUInt32BE(place));
    const piece = openBytes(Buffer.from(key), nameOf(read), sealed);
    if (piece === null) throw new Error('A piece of the file is damaged');
    pieces.push(piece);
    read += piece.length;
    place += HEAD + sealed.length;
  }
  return Buffer.concat(pieces);
}

/** Takes a plain file over, as one piece. */
export function sealPieces(path: string, key: Buffer): void {
  finishSealing(path);
  if (!existsSync(path)) return;
  const bytes = readFileSync(path);
  if (bytes.length === 0 || isSealed(bytes.subarray(HEAD))) return;
  replacePlain(path, framed(0, sealBytes(key, nameOf(0), bytes)));
}

const nameOf = (at: number): string => `piece at ${at}`;

function framed(at: number, sealed: Buffer): Buffer {
  const head = Buffer.alloc(HEAD);
  head.writeUInt32BE(sealed.length);
  head.writeBigUInt64BE(BigInt(at), 4);
  return Buffer.concat([head, sealed]);
}

/** Where in the file the piece stands, or will stand, that begins at this place of the content. */
function placeOf(file: number, at: number): number {
  const { size } = fstatSync(file);
  const head = Buffer.alloc(HEAD);
  let place = 0;
  while (place < size) {
    if (readSync(file, head, 0, HEAD, place) < HEAD) return place;
    if (Number(head.readBigUInt64BE(4)) >= at) return place;
    const next = place + HEAD + head.readUInt32BE(0);
    // A full disk took only a part of it, and so it was not received.
    if (next > size) return place;
    place = next;
  }
  return place;
}
