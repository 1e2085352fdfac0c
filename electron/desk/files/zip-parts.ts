import { Readable } from 'node:stream';
import { createInflateRaw, inflateRawSync } from 'node:zlib';
import { begun } from './unpacking-gate.ts';

const END_OF_DIRECTORY = 0x06054b50;
const IN_DIRECTORY = 0x02014b50;
const LOCAL_HEADER = 0x04034b50;
/** Bytes of these, without names and remarks. */
const END_SIZE = 22;
const ENTRY_SIZE = 46;
const LOCAL_SIZE = 30;
const LONGEST_REMARK = 65_535;
/** Bytes that are unpacked at a time. */
const PIECE = 262_144;

export interface ZipPart {
  method: number;
  packed: number;
  /** Bytes that it says it has when it is unpacked. */
  unpacked: number;
  at: number;
}

/** The parts of a zip file by name, as its directory lists them. */
export type ZipParts = ReadonlyMap<string, ZipPart>;

/** What a zip file may hold: parts, and bytes when it is unpacked. */
export interface ZipLimits {
  parts: number;
  inAll: number;
  ofPart: (name: string) => number;
}

/** A zip file is damaged, or would become too large. */
export class ZipTrouble extends Error {
  readonly what: 'damaged' | 'too-large';

  constructor(what: 'damaged' | 'too-large') {
    super(what === 'damaged' ? 'The zip file is damaged' : 'The zip file would become too large');
    this.name = 'ZipTrouble';
    this.what = what;
  }
}

/**
 * Looks through the directory of a zip file before anything of it is unpacked.
 * @throws ZipTrouble
 */
export function zipPartsOf(bytes: Buffer, limits: ZipLimits): ZipParts {
  const end = endOfDirectory(bytes);
  const count = bytes.readUInt16LE(end + 10);
  const parts = new Map<string, ZipPart>();
  let at = bytes.readUInt32LE(end + 16);
  let total = 0;
  for (let number = 0; number < count; number += 1) {
    if (at + ENTRY_SIZE > bytes.length || bytes.readUInt32LE(at) !== IN_DIRECTORY)
      throw new ZipTrouble('damaged');
    const part: ZipPart = {
      method: bytes.readUInt16LE(at + 10),
      packed: bytes.readUInt32LE(at + 20),
      unpacked: bytes.readUInt32LE(at + 24),
      at: bytes.readUInt32LE(at + 42),
    };
    const name = bytes.toString('utf8', at + ENTRY_SIZE, at + ENTRY_SIZE + bytes.readUInt16LE(at + 28));
    assertSound(part, bytes);
    if (part.unpacked > limits.ofPart(name)) throw new ZipTrouble('too-large');
    total += part.unpacked;
    parts.set(name, part);
    at +=
      ENTRY_SIZE + bytes.readUInt16LE(at + 28) + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32);
  }
  // Where two entries have one name, another program may take the other one.
  if (parts.size !== count) throw new ZipTrouble('damaged');
  if (count > limits.parts || total > limits.inAll) throw new ZipTrouble('too-large');
  return parts;
}

function assertSound({ packed, unpacked, at }: ZipPart, bytes: Buffer): void {
  if (at + LOCAL_SIZE > bytes.length || at + packed > bytes.length) throw new ZipTrouble('damaged');
  // Without its size nobody knows where to stop.
  if (packed > 2 && unpacked === 0) throw new ZipTrouble('too-large');
}

function endOfDirectory(bytes: Buffer): number {
  const earliest = Math.max(0, bytes.length - END_SIZE - LONGEST_REMARK);
  for (let at = bytes.length - END_SIZE; at >= earliest; at -= 1)
    if (bytes.readUInt32LE(at) === END_OF_DIRECTORY) return at;
  throw new ZipTrouble('damaged');
}

/**
 * The bytes of a part, never more than it says it has.
 * @throws ZipTrouble, or what `node:zlib` throws, where it is damaged or has more
 */
export function unpacked(bytes: Buffer, part: ZipPart): Buffer {
  const packed = packedOf(bytes, part);
  if (part.method === 0) return packed;
  return begun(() => inflateRawSync(packed, { maxOutputLength: Math.max(1, part.unpacked) }));
}

/**
 * The same piece by piece, for a part that is never needed as a whole.
 * @throws ZipTrouble, or what `node:zlib` throws
 */
export async function* unpackedPieces(bytes: Buffer, part: ZipPart): AsyncGenerator<Buffer> {
  const packed = Readable.from(piecesOf(packedOf(bytes, part)));
  let size = 0;
  const pieces =
    part.method === 0 ? packed : packed.pipe(begun(() => createInflateRaw({ chunkSize: PIECE })));
  for await (const piece of pieces as AsyncIterable<Buffer>) {
    size += piece.length;
    if (size > Math.max(part.unpacked, part.packed)) throw new ZipTrouble('too-large');
    yield piece;
  }
}

function* piecesOf(bytes: Buffer): Generator<Buffer> {
  for (let at = 0; at < bytes.length; at += PIECE) yield bytes.subarray(at, at + PIECE);
}

function packedOf(bytes: Buffer, part: ZipPart): Buffer {
  if (bytes.readUInt32LE(part.at) !== LOCAL_HEADER) throw new ZipTrouble('damaged');
  const start = part.at + LOCAL_SIZE + bytes.readUInt16LE(part.at + 26) + bytes.readUInt16LE(part.at + 28);
  return bytes.subarray(start, start + part.packed);
}
