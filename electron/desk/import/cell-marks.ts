import { NOT_CALCULATED } from '#shared/import/read-cell.ts';
import { MOST_IMPORT_COLUMNS, MOST_IMPORT_ROWS } from '#shared/protocol/import.ts';
import type { ZipParts } from '../files/zip-parts.ts';
import { FileProblem, PROBLEMS } from './file-kind.ts';
import { pathsOf, percentStyles, piecesOf } from './workbook-parts.ts';

/** What a cell is besides its value: a formula without one, or parts of a hundred. */
type Kind = 'formula' | 'percent';

type RowMarks = readonly (readonly [column: number, kind: Kind])[];
/** By the number of the row, from 1: columns, from 0. */
export type CellMarks = ReadonlyMap<number, RowMarks>;

/** Rows and formulas, which are few among the tags of most sheets. */
const SPARSE = /<(?:[\w.-]+:)?(?:row(?=[\s/>])([^<>]*)>|f(?=[\s/>]))/g;
const TAG = /<(\/?)(?:[\w.-]+:)?(row|c|f|v|is)(?=[\s/>])([^<>]*)>/g;
/** Letters of a tag; no program writes one that comes near it. */
const LONGEST_TAG = 1_048_576;
/** Letters of a row that are kept until it is seen that it has no formula. */
const LONGEST_ROW = 1_048_576;

/**
 * Looks in the XML of a sheet for what the library that reads its values does not tell: cells whose formula was never calculated, which
 * would be empty, and numbers that are shown as parts of a hundred, which would be 0.65 for 65%. No formula is run. It is unpacked
 * once for it, before the library does.
 * @throws FileProblem where it has a tag without an end
 */
export async function cellMarks(bytes: Buffer, parts: ZipParts, name: string): Promise<CellMarks> {
  const paths = pathsOf(bytes, parts, name);
  const part = paths.sheet === null ? undefined : parts.get(paths.sheet);
  if (!part) return new Map();
  const finder = new MarkFinder(percentStyles(bytes, parts, paths.styles));
  for await (const piece of piecesOf(bytes, part)) finder.read(piece.toString('latin1'));
  return finder.marks;
}

/** The values of a row with what its marks say. */
export function markedRow(values: readonly unknown[], marks: RowMarks | undefined): readonly unknown[] {
  if (!marks) return values;
  const marked = [...values];
  for (const [column, kind] of marks) {
    const value = marked[column];
    if (kind === 'formula') marked[column] = NOT_CALCULATED;
    else if (typeof value === 'number') marked[column] = `${Number((value * 100).toPrecision(15))}%`;
  }
  return marked;
}

interface OpenCell {
  column: number;
  style: number;
  type: string;
  hasFormula: boolean;
  /** Where the text of its value begins; null without one. */
  valueFrom: number | null;
  hasValue: boolean;
}

/** Goes over the tags of a sheet, piece by piece: over those of rows alone until a formula is seen, where no style shows percentages. */
class MarkFinder {
  readonly marks = new Map<number, [number, Kind][]>();
  readonly #percents: ReadonlySet<number>;
  #rest = '';
  /** Letters before the rest. */
  #before = 0;
  #row = 0;
  #column = 0;
  #cell: OpenCell | null = null;
  /** Whether nothing but rows has been seen, so that only they are looked at. */
  #isPlain: boolean;

  constructor(percents: ReadonlySet<number>) {
    this.#percents = percents;
    this.#isPlain = percents.size === 0;
  }

  read(piece: string): void {
    const text = this.#rest + piece;
    const open = openTag(text);
    if (text.length - open > LONGEST_TAG) throw new FileProblem(PROBLEMS.damaged);
    const from = this.#isPlain ? this.#readPlain(text, open) : this.#readTags(text, 0, open);
    this.#rest = text.slice(from);
    this.#before += from;
  }

  /** Up to the last row that begins in the text, which may have a formula yet. Gives where what is to be kept begins. */
  #readPlain(text: string, open: number): number {
    let [from, before]: [number | null, number] = [null, this.#row];
    for (const { index, 0: tag, 1: attributes } of text.matchAll(SPARSE)) {
      if (attributes === undefined) return this.#readOn(text, from ?? 0, before, open);
      [from, before] = [index, this.#row];
      this.#opened('row', attributes, index + tag.length);
    }
    if (from === null) return open;
    if (text.length - from > LONGEST_ROW) return this.#readOn(text, from, before, open);
    // It is read once more, with what comes.
    this.#row = before;
    return from;
  }

  #readOn(text: string, from: number, row: number, open: number): number {
    this.#isPlain = false;
    [this.#row, this.#column] = [row, 0];
    return this.#readTags(text, from, open);
  }

  #readTags(text: string, from: number, open: number): number {
    TAG.lastIndex = from;
    for (let found = TAG.exec(text); found; found = TAG.exec(text)) {
      const { index, 0: tag, 1: slash, 2: name = '', 3: attributes = '' } = found;
      if (slash === '/') this.#closed(name, this.#before + index);
      else this.#opened(name, attributes, this.#before + index + tag.length);
    }
    return open;
  }

  #opened(name: string, attributes: string, end: number): void {
    const isEmpty = attributes.endsWith('/');
    const cell = this.#cell;
    if (name === 'row') {
      this.#row = Number(valueOf(attributes, 'r') ?? this.#row + 1);
      this.#column = 0;
    } else if (name === 'c') {
      const column = columnOf(valueOf(attributes, 'r')) ?? this.#column;
      this.#column = column + 1;
      const [style, type] = [Number(valueOf(attributes, 's') ?? -1), valueOf(attributes, 't') ?? ''];
      const opened = { column, style, type, hasFormula: false, valueFrom: null, hasValue: false };
      this.#cell = isEmpty ? null : opened;
    } else if (cell && name === 'f') cell.hasFormula = true;
    else if (cell && name === 'is') cell.hasValue = true;
    else if (cell && name === 'v') cell.valueFrom = end;
  }

  #closed(name: string, at: number): void {
    const cell = this.#cell;
    if (!cell) return;
    if (name === 'v' && cell.valueFrom !== null && at > cell.valueFrom) cell.hasValue = true;
    if (name !== 'c') return;
    this.#cell = null;
    // A formula that came to an empty text has an empty value.
    const isEmptyText = cell.type === 'str' && cell.valueFrom !== null;
    if (cell.hasFormula && !cell.hasValue && !isEmptyText) this.#mark(cell.column, 'formula');
    else if (cell.hasValue && this.#percents.has(cell.style)) this.#mark(cell.column, 'percent');
  }

  #mark(column: number, kind: Kind): void {
    // Of more the file is refused.
    if (column >= MOST_IMPORT_COLUMNS || !(this.#row <= MOST_IMPORT_ROWS)) return;
    const known = this.marks.get(this.#row);
    if (known) known.push([column, kind]);
    else this.marks.set(this.#row, [[column, kind]]);
  }
}

/** Where a tag begins that is not all here yet; the length of the text where there is none. */
function openTag(text: string): number {
  const open = text.lastIndexOf('<');
  return open > text.lastIndexOf('>') ? open : text.length;
}

function valueOf(attributes: string, name: 'r' | 's' | 't'): string | undefined {
  const found = ATTRIBUTES[name].exec(attributes);
  return found?.[1] ?? found?.[2];
}

const attribute = (name: string): RegExp => new RegExp(`(?:^|\\s)${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`);
const ATTRIBUTES = { r: attribute('r'), s: attribute('s'), t: attribute('t') } as const;

/** The column of a cell such as `AB12`, from 0. */
function columnOf(reference: string | undefined): number | undefined {
  const letters = /^\$?([A-Za-z]{1,3})/.exec(reference ?? '')?.[1];
  if (letters === undefined) return undefined;
  return (
    letters
      .toUpperCase()
      .split('')
      .reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1
  );
}
