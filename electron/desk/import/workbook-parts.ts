import { posix } from 'node:path';
import {
  unpacked,
  unpackedPieces,
  ZipTrouble,
  zipPartsOf,
  type ZipLimits,
  type ZipPart,
  type ZipParts,
} from '../files/zip-parts.ts';
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
    throw problemOf(error);
  }
}

function problemOf(error: unknown): unknown {
  if (!(error instanceof ZipTrouble)) return error;
  return new FileProblem(error.what === 'damaged' ? PROBLEMS.damaged : PROBLEMS.tooLarge);
}

/**
 * A part piece by piece.
 * @throws FileProblem, or what `node:zlib` throws
 */
export async function* piecesOf(bytes: Buffer, part: ZipPart): AsyncGenerator<Buffer> {
  try {
    yield* unpackedPieces(bytes, part);
  } catch (error) {
    throw problemOf(error);
  }
}

/**
 * Names of the sheets, in their order.
 * @throws FileProblem where the workbook has none
 */
export function sheetNames(bytes: Buffer, parts: ZipParts): string[] {
  const names = sheetTags(bytes, parts).flatMap((tag) => attributeOf(tag, 'name') ?? []);
  if (names.length === 0) throw new FileProblem(PROBLEMS.notATable);
  return names;
}

/** The sheet that is meant where nobody says which: the first that whoever opens the workbook sees. */
export function firstShown(bytes: Buffer, parts: ZipParts): string | undefined {
  const tags = sheetTags(bytes, parts).filter((tag) => attributeOf(tag, 'name') !== undefined);
  const shown = tags.find((tag) => (attributeOf(tag, 'state') ?? 'visible') === 'visible');
  return attributeOf(shown ?? tags[0] ?? '', 'name');
}

function workbookPath(bytes: Buffer, parts: ZipParts): string {
  const links = tagsOf('Relationship', textOf('_rels/.rels', bytes, parts));
  const link = links.find((tag) => attributeOf(tag, 'Type')?.endsWith('/officeDocument'));
  const path = (link && attributeOf(link, 'Target')?.replace(/^\//, '')) ?? 'xl/workbook.xml';
  if (!parts.has(path)) throw new FileProblem(PROBLEMS.notATable);
  return path;
}

/** Of the sheets that hold a table: a chart may have one of its own, and others hold dialogs and macros. */
function sheetTags(bytes: Buffer, parts: ZipParts): string[] {
  const workbook = workbookPath(bytes, parts);
  const others = new Set(
    linksOf(bytes, parts, workbook)
      .filter((link) => /\/\w+sheet$/i.test(attributeOf(link, 'Type') ?? ''))
      .filter((link) => !attributeOf(link, 'Type')?.endsWith('/worksheet'))
      .map((link) => attributeOf(link, 'Id')),
  );
  return tagsOf('sheet', textOf(workbook, bytes, parts)).filter(
    (tag) => !others.has(attributeOf(tag, '\\w+:id') ?? ''),
  );
}

/** What a workbook says where its parts are. */
function linksOf(bytes: Buffer, parts: ZipParts, workbook: string): string[] {
  const path = posix.join(posix.dirname(workbook), '_rels', `${posix.basename(workbook)}.rels`);
  return parts.has(path) ? tagsOf('Relationship', textOf(path, bytes, parts)) : [];
}

/** Where the XML of a sheet is, by its name, and that of the workbook's styles; null where nobody says so. */
export function pathsOf(
  bytes: Buffer,
  parts: ZipParts,
  sheet: string,
): { sheet: string | null; styles: string | null } {
  const workbook = workbookPath(bytes, parts);
  const folder = posix.dirname(workbook);
  const links = linksOf(bytes, parts, workbook);
  const partOf = (isIt: (tag: string) => boolean): string | null => {
    const target = attributeOf(links.find(isIt) ?? '', 'Target');
    if (target === undefined) return null;
    const found = target.startsWith('/') ? target.slice(1) : posix.join(folder, target);
    return parts.has(found) ? found : null;
  };
  const tag = sheetTags(bytes, parts).find((each) => attributeOf(each, 'name') === sheet) ?? '';
  const id = attributeOf(tag, '\\w+:id');
  return {
    sheet: id === undefined ? null : partOf((link) => attributeOf(link, 'Id') === id),
    styles: partOf((link) => attributeOf(link, 'Type')?.endsWith('/styles') === true),
  };
}

/** Built in, `0%` and `0.00%`. */
const PERCENTS: readonly string[] = ['9', '10'];

/** The numbers of the styles in which a cell shows parts of a hundred. */
export function percentStyles(bytes: Buffer, parts: ZipParts, path: string | null): ReadonlySet<number> {
  const part = path === null ? undefined : parts.get(path);
  if (path === null || !part || part.unpacked > MOST_OF_INDEX) return new Set();
  const xml = textOf(path, bytes, parts);
  const shows = new Set(PERCENTS);
  for (const tag of tagsOf('numFmt', xml)) {
    // What stands between quotation marks, or behind a backslash, is only shown.
    const code = attributeOf(tag, 'formatCode')?.replace(/"[^"]*"|\\./g, '');
    if (code?.includes('%')) shows.add(attributeOf(tag, 'numFmtId') ?? '');
  }
  const [cells = ''] = /<(?:\w+:)?cellXfs[\s>][^]*?<\/(?:\w+:)?cellXfs>/.exec(xml) ?? [];
  const styles = tagsOf('xf', cells).map((tag) => attributeOf(tag, 'numFmtId') ?? '');
  return new Set(styles.flatMap((format, at) => (shows.has(format) ? [at] : [])));
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
