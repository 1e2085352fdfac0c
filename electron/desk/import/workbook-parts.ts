import { unpacked, ZipTrouble, zipPartsOf, type ZipLimits, type ZipParts } from '../files/zip-parts.ts';
import { FileProblem, PROBLEMS } from './file-kind.ts';

/** Bytes of a workbook when it is unpacked: of all its parts, of one sheet, and of what is read as a whole. */
const MOST_UNPACKED = 1_024 * 1_024 * 1_024;
const MOST_OF_SHEET = 600 * 1_024 * 1_024;
const MOST_OF_PART = 160 * 1_024 * 1_024;
/** Of the parts that only name others. */
const MOST_OF_INDEX = 4 * 1_024 * 1_024;
const MOST_PARTS = 10_000;

const LIMITS: ZipLimits = {
  parts: MOST_PARTS,
  inAll: MOST_UNPACKED,
  ofPart: (name) =>
    /\.(?:xml|rels)$/i.test(name) && !/worksheets?\/[^/]+\.xml$/i.test(name) ? MOST_OF_PART : MOST_OF_SHEET,
};

/**
 * Looks through the directory of a workbook before anything of it is unpacked. A part is never unpacked beyond the size
 * that stands here: the library holds to it.
 * @throws FileProblem where it is damaged, or would become too large
 */
export function partsOf(bytes: Buffer): ZipParts {
  const parts = told(() => zipPartsOf(bytes, LIMITS));
  if (!parts.has('[Content_Types].xml') || !parts.has('_rels/.rels'))
    throw new FileProblem(PROBLEMS.notATable);
  return parts;
}

function told<Result>(work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof ZipTrouble)) throw error;
    throw new FileProblem(error.what === 'damaged' ? PROBLEMS.damaged : PROBLEMS.tooLarge);
  }
}

/**
 * Names of the sheets, in their order.
 * @throws FileProblem where the workbook has none
 */
export function sheetNames(bytes: Buffer, parts: ZipParts): string[] {
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

function textOf(name: string, bytes: Buffer, parts: ZipParts): string {
  const part = parts.get(name);
  if (!part || part.unpacked > MOST_OF_INDEX) throw new FileProblem(PROBLEMS.damaged);
  return told(() => unpacked(bytes, part)).toString('utf8');
}
