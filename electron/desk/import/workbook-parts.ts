import { inflateRawSync } from 'node:zlib';
import { FileProblem, PROBLEMS } from './file-kind.ts';

/** Bytes of a workbook when it is unpacked: of all its parts, of one sheet, and of what is read as a whole. */
const MOST_UNPACKED = 1_024 * 1_024 * 1_024;
const MOST_OF_SHEET = 600 * 1_024 * 1_024;
const MOST_OF_PART = 160 * 1_024 * 1_024;
/** Of the parts that only name others. */
const MOST_OF_INDEX = 4 * 1_024 * 1_024;
const MOST_PARTS = 10_000;

const END_OF_DIRECTORY = 0x06054b50;
const IN_DIRECTORY = 0x02014b50;
const LOCAL_HEADER = 0x04034b50;
/** Bytes of these, without names and remarks. */
const END_SIZE = 22;
const ENTRY_SIZE = 46;
const LOCAL_SIZE = 30;
const LONGEST_REMARK = 65_535;

interface Part {
  method: number;
  packed: number;
  unpacked: number;
  at: number;
}

/** The parts of a workbook by name, as its directory lists them. */
export type Parts = ReadonlyMap<string, Part>;

/**
 * Looks through the directory of a workbook before anything of it is unpacked. A part is never unpacked beyond the size
 * that stands here: the library holds to it.
 * @throws FileProblem where it is damaged, or would become too large
 */
export function partsOf(bytes: Buffer): Parts {
  const end = endOfDirectory(bytes);
  const count = bytes.readUInt16LE(end + 10);
  const parts = new Map<string, Part>();
  let at = bytes.readUInt32LE(end + 16);
  let total = 0;
  for (let number = 0; number < count; number += 1) {
    if (at + ENTRY_SIZE > bytes.length || bytes.readUInt32LE(at) !== IN_DIRECTORY)
      throw new FileProblem(PROBLEMS.damaged);
    const part: Part = {
      method: bytes.readUInt16LE(at + 10),
      packed: bytes.readUInt32LE(at + 20),
      unpacked: bytes.readUInt32LE(at + 24),
      at: bytes.readUInt32LE(at + 42),
    };
    const name = bytes.toString('utf8', at + ENTRY_SIZE, at + ENTRY_SIZE + bytes.readUInt16LE(at + 28));
    assertSound(name, part, bytes);
    total += part.unpacked;
    parts.set(name, part);
    at +=
      ENTRY_SIZE + bytes.readUInt16LE(at + 28) + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32);
  }
  // Where two entries have one name, another program may take the other one.
  if (parts.size !== count) throw new FileProblem(PROBLEMS.damaged);
  if (count > MOST_PARTS || total > MOST_UNPACKED) throw new FileProblem(PROBLEMS.tooLarge);
  if (!parts.has('[Content_Types].xml') || !parts.has('_rels/.rels'))
    throw new FileProblem(PROBLEMS.notATable);
  return parts;
}

function assertSound(name: string, { packed, unpacked, at }: Part, bytes: Buffer): void {
  if (at + LOCAL_SIZE > bytes.length || at + packed > bytes.length) throw new FileProblem(PROBLEMS.damaged);
  // Without its size nobody knows where to stop.
  if (packed > 0 && unpacked === 0 && packed > 2) throw new FileProblem(PROBLEMS.tooLarge);
  const most =
    /\.(?:xml|rels)$/i.test(name) && !/worksheets?\/[^/]+\.xml$/i.test(name) ? MOST_OF_PART : MOST_OF_SHEET;
  if (unpacked > most) throw new FileProblem(PROBLEMS.tooLarge);
}

function endOfDirectory(bytes: Buffer): number {
  const earliest = Math.max(0, bytes.length - END_SIZE - LONGEST_REMARK);
  for (let at = bytes.length - END_SIZE; at >= earliest; at -= 1)
    if (bytes.readUInt32LE(at) === END_OF_DIRECTORY) return at;
  throw new FileProblem(PROBLEMS.damaged);
}

/**
 * Names of the sheets, in their order.
 * @throws FileProblem where the workbook has none
 */
export function sheetNames(bytes: Buffer, parts: Parts): string[] {
  const links = tagsOf('Relationship', textOf('_rels/.rels', bytes, parts));
  const link = links.find((tag) => attributeOf(tag, 'Type')?.endsWith('/officeDocument'));
  const workbook = (link && attributeOf(link, 'Target')?.replace(/^\//, '')) ?? 'xl/workbook.xml';
  if (!parts.has(workbook)) throw new FileProblem(PROBLEMS.notATable);
  const names = tagsOf('sheet', textOf(workbook, bytes, parts)).flatMap(
    (tag) => attributeOf(tag, 'name') ?? [],
  );
  if (names.length === 0) throw new FileProblem(PROBLEMS.notATable);
  return names;
}

/** The opening tags of a name. The library reads what is in a sheet; of these parts two attributes are all that is needed. */
const tagsOf = (name: string, xml: string): string[] =>
  xml.match(new RegExp(`<(?:\\w+:)?${name}\\s[^<>]*>`, 'g')) ?? [];

function attributeOf(tag: string, name: string): string | undefined {
  const found = new RegExp(`\\s${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`).exec(tag);
  const written = found?.[1] ?? found?.[2];
  return written?.replace(
    /&(?:#x([\da-f]{1,6})|#(\d{1,7})|(amp|lt|gt|quot|apos));/gi,
    (all, hex, figures, sign) => {
      if (sign) return SIGNS[String(sign).toLowerCase()] ?? all;
      const code = hex ? Number.parseInt(String(hex), 16) : Number(figures);
      return code <= 0x10ffff ? String.fromCodePoint(code) : '';
    },
  );
}

const SIGNS: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

function textOf(name: string, bytes: Buffer, parts: Parts): string {
  const part = parts.get(name);
  if (!part || part.unpacked > MOST_OF_INDEX || bytes.readUInt32LE(part.at) !== LOCAL_HEADER)
    throw new FileProblem(PROBLEMS.damaged);
  const start = part.at + LOCAL_SIZE + bytes.readUInt16LE(part.at + 26) + bytes.readUInt16LE(part.at + 28);
  const packed = bytes.subarray(start, start + part.packed);
  if (part.method === 0) return packed.toString('utf8');
  return inflateRawSync(packed, { maxOutputLength: part.unpacked }).toString('utf8');
}
