import { normalise } from '#shared/format/normalise.ts';
import { MAX_CV_CHARACTERS } from './cv-limits.ts';
import { headingKind, headingWithText, type SectionKind } from './cv-sections.ts';

/** What stands together on a line of a CV: the whole line, or one of the columns that stand side by side. */
export interface CvPart {
  text: string;
  /** From 0: lines without text are not counted. */
  line: number;
  /** From 0, left to right. */
  column: number;
  section: SectionKind;
  /** It is a heading and nothing else. */
  isHeading: boolean;
}

export interface CvText {
  /** As a person is shown them. */
  lines: readonly string[];
  parts: readonly CvPart[];
}

/**
 * Bounds of the work: each reader looks at no more parts than there are lines and blanks, and at no part that is longer.
 * Longer lines are cut at a blank.
 */
const LONGEST_LINE = 400;
const MOST_LINES = 1000;
const MOST_COLUMNS = 4;
/** A line is cut at a blank that is no further than this from its end. */
const BLANK_WITHIN = 80;

/** The lines of a CV, their columns, and the section that each belongs to. Text beyond the bounds is not read. */
export function cvText(text: string): CvText {
  const lines = linesOf(text);
  const parts: CvPart[] = [];
  let latest: SectionKind = 'top';
  /** Of columns that stand side by side, each is in a section of its own. */
  let ofColumn: (SectionKind | undefined)[] = [];
  for (const [line, written] of lines.entries()) {
    const columns = columnsOf(written);
    for (const [column, part] of columns.entries()) {
      const heading = headingKind(part);
      const begins = heading === null ? headingWithText(part) : null;
      const kind = heading ?? begins?.kind;
      if (kind !== undefined) {
        if (columns.length === 1) ofColumn = [];
        // The other columns stay in the section that they are in.
        else for (const other of columns.keys()) ofColumn[other] ??= latest;
        latest = kind;
        ofColumn[column] = kind;
      }
      const section = columns.length === 1 ? latest : (ofColumn[column] ?? latest);
      parts.push({ text: part, line, column, section, isHeading: heading !== null });
    }
  }
  return { lines: lines.map((line) => line.replace(/\s+/g, ' ').trim()), parts };
}

/** What a part goes on with on the next line: what stands under it, or what begins that line where it is the last of its own. */
export function goesOnWith(parts: readonly CvPart[], at: number): CvPart | undefined {
  const part = parts[at];
  if (!part) return undefined;
  const after = parts.slice(at + 1, at + 2 * MOST_COLUMNS);
  const next = after.filter(({ line }) => line === part.line + 1);
  const isLast = after[0]?.line !== part.line;
  return next.find(({ column }) => column === part.column) ?? (isLast ? next[0] : undefined);
}

function linesOf(text: string): string[] {
  const lines: string[] = [];
  for (const line of linesEnded(text.slice(0, MAX_CV_CHARACTERS))) {
    if (lines.length >= MOST_LINES) break;
    for (let rest = line; rest !== '' && lines.length < MOST_LINES;) {
      const end = endOfLine(rest);
      const clean = readable(rest.slice(0, end));
      if (clean.trim() !== '') lines.push(clean);
      rest = rest.slice(end);
    }
  }
  return lines;
}

function linesEnded(text: string): string[] {
  let ended = text;
  for (const end of ['\r', '\f', '\v', '\u2028', '\u2029']) ended = ended.replaceAll(end, '\n');
  return ended.split('\n');
}

function endOfLine(text: string): number {
  if (text.length <= LONGEST_LINE) return text.length;
  const blank = text.lastIndexOf(' ', LONGEST_LINE);
  return blank > LONGEST_LINE - BLANK_WITHIN ? blank : LONGEST_LINE;
}

/** Signs of icon fonts, and characters that nobody sees. */
const ICONS = / ?(?:[\p{Co}\p{Cc}\p{Cs}\uFFFD]|\(cid:\d{1,5}\)) ?/gu;
const HIDDEN = /[\p{Default_Ignorable_Code_Point}]/gu;
const DEVANAGARI_DIGIT = /[०-९]/g;
const DEVANAGARI_ZERO = 0x966;

/** A line in plain letters: ligatures and wide letters as their plain ones, tabs kept, no icons. */
function readable(line: string): string {
  const shown = line
    .replaceAll('\t', '    ')
    .slice(0, 2 * LONGEST_LINE)
    .replace(HIDDEN, '')
    .replace(ICONS, ' ');
  return normalise(shown, 'NFKC')
    .slice(0, 2 * LONGEST_LINE)
    .replace(DEVANAGARI_DIGIT, (digit) => String(digit.charCodeAt(0) - DEVANAGARI_ZERO))
    .replace(/[‐‑‒–—―−]/g, '-')
    .replace(/[‘’`´]/g, "'")
    .replace(/[\u00A0\u2000-\u200A\u202F\u205F\u3000]/g, ' ');
}

function columnsOf(line: string): string[] {
  const columns: string[] = [];
  for (const part of wordsFromLetters(line.split(/ {3,}/))) {
    const text = part.trim();
    if (text === '') continue;
    if (columns.length < MOST_COLUMNS) columns.push(text);
    else columns[MOST_COLUMNS - 1] += ` ${text}`;
  }
  return columns;
}

/** Designers set names and headings in letters that stand apart: `R A H U L   S H A R M A` is two words. */
function wordsFromLetters(parts: readonly string[]): string[] {
  const areLetters = (part: string): boolean =>
    part
      .trim()
      .split(' ')
      .every((letter) => /^\p{L}\p{M}?$/u.test(letter));
  if (!parts.some((part) => areLetters(part) && part.trim().length > 4)) return [...parts];
  const made: string[] = [];
  let isOpen = false;
  for (const part of parts) {
    const isApart = areLetters(part);
    const word = isApart ? part.replaceAll(' ', '') : part;
    if (isApart && isOpen) made[made.length - 1] += ` ${word}`;
    else made.push(word);
    isOpen = isApart;
  }
  return made;
}
