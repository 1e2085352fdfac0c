import { existsSync, readFileSync } from 'node:fs';
import { openPage } from './page-cipher.ts';
import type { Encryption } from './sqlite-file.ts';

/**
 * Reads the rows of a SQLite file page by page, without SQLite: what stands on sound pages is read whatever has become
 * of the others, of the file's header or of its write-ahead file. See sqlite.org/fileformat2.html.
 */

export type SqliteValue = string | number | null | Buffer;

export interface RawRow {
  rowid: number;
  /** null where the row could not be read, though its place in the table could. */
  values: SqliteValue[] | null;
}

export interface RawPages {
  /** Rows of all tables; which table a row is of is for its form to say. */
  rows: RawRow[];
  /** Row numbers that stood on pages that could not be read: after `after`, up to `upTo`. */
  lost: { after: number; upTo: number }[];
}

const FILE_HEADER = 100;
const WAL_HEADER = 32;
const FRAME_HEADER = 24;
/** Far above what a row of ours has: a damaged length must not lead anywhere. */
const LARGEST_ROW = 64 * 1024 * 1024;
/** Bytes at the end of a page that are not the database's. */
const MOST_RESERVED = 255;
const LEAF = 0x0d;
const INTERIOR = 0x05;

/** Reads what can be read of a database file and the write-ahead file beside it. */
export function readRawPages(path: string, encryption?: Encryption): RawPages {
  const file = existsSync(path) ? readFileSync(path) : Buffer.alloc(0);
  const wal = existsSync(`${path}-wal`) ? readFileSync(`${path}-wal`) : Buffer.alloc(0);
  const size = pageSizeOf(file, wal);
  const pages = new Map<number, Buffer>();
  for (let at = 0; at + size <= file.length; at += size) {
    pages.set(at / size + 1, file.subarray(at, at + size));
  }
  for (const { page, bytes } of frames(wal, size)) pages.set(page, bytes);
  if (encryption) for (const [page, bytes] of pages) pages.set(page, openPage(encryption, page, bytes));
  const result: RawPages = { rows: [], lost: [] };
  for (const [number, page] of pages) {
    const at = number === 1 ? FILE_HEADER : 0;
    if (page[at] === LEAF) readLeaf(page, at, pages, result.rows);
    else if (page[at] === INTERIOR) readInterior(page, at, pages, result.lost);
  }
  return result;
}

function pageSizeOf(file: Buffer, wal: Buffer): number {
  const isSize = (size: number): boolean => size >= 512 && size <= 65_536 && (size & (size - 1)) === 0;
  const inFile = file.length >= FILE_HEADER ? file.readUInt16BE(16) : 0;
  const size = inFile === 1 ? 65_536 : inFile;
  if (isSize(size)) return size;
  const inWal = wal.length >= WAL_HEADER ? wal.readUInt32BE(8) : 0;
  return isSize(inWal) ? inWal : 4_096;
}

/** The frames of the write-ahead file up to its last commit, also those after a damaged one, in order. */
function frames(wal: Buffer, size: number): { page: number; bytes: Buffer }[] {
  const found: { page: number; bytes: Buffer }[] = [];
  if (wal.length < WAL_HEADER + FRAME_HEADER) return found;
  // What an earlier use of the file has left behind its end has other salts.
  const salts = [wal.subarray(16, 24), wal.subarray(WAL_HEADER + 8, WAL_HEADER + 16)];
  let committed = 0;
  for (let at = WAL_HEADER; at + FRAME_HEADER + size <= wal.length; at += FRAME_HEADER + size) {
    if (!salts.some((salt) => salt.equals(wal.subarray(at + 8, at + 16)))) continue;
    const start = at + FRAME_HEADER;
    found.push({ page: wal.readUInt32BE(at), bytes: wal.subarray(start, start + size) });
    if (wal.readUInt32BE(at + 4) > 0) committed = found.length;
  }
  return found.slice(0, committed);
}

function readLeaf(page: Buffer, at: number, pages: ReadonlyMap<number, Buffer>, rows: RawRow[]): void {
  const count = page.readUInt16BE(at + 3);
  const found: RawRow[] = [];
  for (let cell = 0; cell < count; cell += 1) {
    const pointer = at + 8 + cell * 2;
    if (pointer + 2 > page.length) break;
    let rowid: number | undefined;
    try {
      const size = varint(page, page.readUInt16BE(pointer));
      const number = varint(page, size.next);
      rowid = number.value;
      const values = readRecord(payload(page, number.next, size.value, pages));
      found.push({ rowid, values });
    } catch {
      // A cell that points nowhere, or text that is none: the row is damaged.
      if (rowid !== undefined) found.push({ rowid, values: null });
    }
  }
  // What is left of another page may begin with this one's byte: the numbers in it are none of rows.
  if (isPageOfTable(page, at) || found.some(({ values }) => values !== null && values.length > 0))
    rows.push(...found);
}

/** Notes which row numbers stood on children that are no pages of a table any more. */
function readInterior(
  page: Buffer,
  at: number,
  pages: ReadonlyMap<number, Buffer>,
  lost: RawPages['lost'],
): void {
  const isSound = (number: number): boolean => isPageOfTable(pages.get(number));
  const count = page.readUInt16BE(at + 3);
  const children: { number: number; after: number; upTo: number }[] = [];
  let after = 0;
  for (let cell = 0; cell < count; cell += 1) {
    const pointer = at + 12 + cell * 2;
    const start = pointer + 2 <= page.length ? page.readUInt16BE(pointer) : page.length;
    const upTo = rowidAt(page, start + 4);
    if (upTo === null) break;
    children.push({ number: page.readUInt32BE(start), after, upTo });
    after = upTo;
  }
  if (children.length === count)
    children.push({ number: page.readUInt32BE(at + 8), after, upTo: Number.MAX_SAFE_INTEGER });
  // As of a leaf: what leads nowhere is no page of a table.
  if (!children.some(({ number }) => pages.has(number))) return;
  for (const child of children)
    if (!isSound(child.number)) lost.push({ after: child.after, upTo: child.upTo });
}

/** null where the page ends before the number does. */
function rowidAt(page: Buffer, at: number): number | null {
  try {
    return varint(page, at).value;
  } catch {
    return null;
  }
}

/** Whether its header and all its places are ones: of a damaged page that was encrypted, any byte may look like its kind. */
function isPageOfTable(page: Buffer | undefined, at = 0): boolean {
  const type = page?.[at];
  if (!page || (type !== LEAF && type !== INTERIOR)) return false;
  const start = at + (type === LEAF ? 8 : 12);
  const count = page.readUInt16BE(at + 3);
  const content = page.readUInt16BE(at + 5) || 65_536;
  if (start + 2 * count > content || content > page.length) return false;
  // An empty one holds nothing up to its end, but for what the encryption keeps there.
  if (count === 0 && content < page.length - MOST_RESERVED) return false;
  for (let cell = 0; cell < count; cell += 1) {
    const place = page.readUInt16BE(start + 2 * cell);
    if (place < content || place >= page.length) return false;
  }
  return true;
}

/** The bytes of a row, which go on in a chain of pages of their own where they are many. */
function payload(page: Buffer, start: number, size: number, pages: ReadonlyMap<number, Buffer>): Buffer {
  if (size > LARGEST_ROW) throw new RangeError('No row is so long');
  const usable = page.length;
  const least = Math.floor(((usable - 12) * 32) / 255) - 23;
  const ideal = least + ((size - least) % (usable - 4));
  const local = size <= usable - 35 ? size : ideal <= usable - 35 ? ideal : least;
  if (start + local > page.length) throw new RangeError('The row leaves its page');
  const parts = [page.subarray(start, start + local)];
  let left = size - local;
  let next = left > 0 ? page.readUInt32BE(start + local) : 0;
  while (left > 0) {
    const more = pages.get(next);
    if (!more) throw new RangeError('A page of the row is missing');
    const part = more.subarray(4, 4 + Math.min(left, usable - 4));
    parts.push(part);
    left -= part.length;
    next = more.readUInt32BE(0);
  }
  return Buffer.concat(parts);
}

function readRecord(bytes: Buffer): SqliteValue[] {
  const header = varint(bytes, 0);
  const values: SqliteValue[] = [];
  let at = header.value;
  for (let head = header.next; head < header.value;) {
    const type = varint(bytes, head);
    head = type.next;
    const length = lengthOf(type.value);
    if (at + length > bytes.length) throw new RangeError('The row is cut off');
    values.push(readValue(type.value, bytes.subarray(at, at + length)));
    at += length;
  }
  if (at !== bytes.length) throw new RangeError('The row is longer than it says');
  return values;
}

const INTEGER_BYTES = [0, 1, 2, 3, 4, 6, 8];

function lengthOf(type: number): number {
  if (type === 7) return 8;
  if (type >= 12) return Math.floor((type - 12) / 2);
  return INTEGER_BYTES[type] ?? 0;
}

const text = new TextDecoder('utf-8', { fatal: true });

function readValue(type: number, bytes: Buffer): SqliteValue {
  if (type === 0) return null;
  if (type === 8 || type === 9) return type - 8;
  if (type === 7) return bytes.readDoubleBE(0);
  if (type === 6) return Number(bytes.readBigInt64BE(0));
  if (type < 7) return bytes.readIntBE(0, bytes.length);
  return type % 2 === 1 ? text.decode(bytes) : bytes;
}

/** A number of one to nine bytes, seven bits in each but the ninth. */
function varint(bytes: Buffer, at: number): { value: number; next: number } {
  let value = 0;
  for (let index = 0; index < 9; index += 1) {
    const byte = bytes[at + index];
    if (byte === undefined) throw new RangeError('A number is cut off');
    value = index === 8 ? value * 256 + byte : value * 128 + (byte & 0x7f);
    if (byte < 0x80 || index === 8) return { value, next: at + index + 1 };
  }
  throw new RangeError('A number without an end');
}
