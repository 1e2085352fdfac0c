import { formatNumber } from '#shared/format/numbers.ts';
import { MOST_IMPORT_COLUMNS, MOST_IMPORT_ROWS } from '#shared/protocol/import.ts';

/** Why a file cannot be read, as a sentence for the user. */
export class FileProblem extends Error {}

export const PROBLEMS = {
  empty: 'There is nothing in this file. Choose another one.',
  notATable: 'This is neither a CSV file nor an Excel workbook (.xlsx). Choose another file.',
  oldWorkbook:
    'This workbook is of an old form, or has a password. Open it in Excel, save it as “Excel Workbook (.xlsx)” without a password, and choose that file.',
  page: 'This is a web page with the name of a table. Open it in Excel, save it as “Excel Workbook (.xlsx)”, and choose that file.',
  damaged: 'This workbook is damaged or not complete. Open it in Excel, save it again, and choose that file.',
  tooLarge:
    'This workbook holds far more than its size says, and is not opened. Copy the rows into a new workbook, and choose that one.',
  noSheet: 'There is no sheet of this name in the workbook. Choose another one.',
  rows: `This file has rows below row ${formatNumber(MOST_IMPORT_ROWS)}. Divide it into several files, or delete the empty rows.`,
  columns: `This file has more than ${formatNumber(MOST_IMPORT_COLUMNS)} columns. Delete those that are not needed, and choose it again.`,
  row: 'A row of this file has no end: a quotation mark in it may not be closed. Open the file in a spreadsheet, save it anew, and choose it again.',
  text: 'There is too much text in this file. Divide it into several files.',
  memory: 'This file needs more memory than there is for it. Divide it into several files.',
  time: 'Reading this file takes too long. Divide it into several files, or save it anew as CSV.',
  breaks:
    'Reading this file was broken off again and again. Divide it into several files, or save it anew as CSV.',
  unreadable: 'This file cannot be read. Open it in Excel, save it again, and choose that file.',
} as const;

/** Why it cannot be told where a row of a CSV file ends. @param row its number */
export const openQuote = (row: number): string =>
  `A quotation mark in row ${formatNumber(row)} is not closed where its cell ends: the rows below would become a part of it. Correct that row, and choose the file again.`;

const startsWith = (bytes: Uint8Array, ...start: number[]): boolean =>
  start.every((byte, at) => bytes[at] === byte);

/** So many bytes say what a file is. */
const LOOKED_AT = 65_536;
/** Control characters that no text has. */
const NOT_IN_TEXT = /(?![\t\n\v\f\r])\p{Cc}/u;

/**
 * What a file is, by its content: its name may say anything.
 * @throws FileProblem where it is no table
 */
export function kindOf(bytes: Uint8Array): 'csv' | 'xlsx' {
  if (bytes.length === 0) throw new FileProblem(PROBLEMS.empty);
  if (startsWith(bytes, 0x50, 0x4b, 0x03, 0x04)) return 'xlsx';
  if (startsWith(bytes, 0x50, 0x4b, 0x05, 0x06)) throw new FileProblem(PROBLEMS.damaged);
  if (startsWith(bytes, 0xd0, 0xcf, 0x11, 0xe0)) throw new FileProblem(PROBLEMS.oldWorkbook);
  const start = Buffer.from(bytes.subarray(0, LOOKED_AT));
  const isWide = startsWith(bytes, 0xff, 0xfe) || startsWith(bytes, 0xfe, 0xff) || looksWide(start) !== null;
  const text = start.toString('latin1');
  // Above these, Latin-1 has letters of UTF-8 where it shows control characters.
  if (!isWide && NOT_IN_TEXT.test(text.replace(/[\u0080-\uFFFF]/g, '')))
    throw new FileProblem(PROBLEMS.notATable);
  if (/^%PDF|^\{\\rtf/.test(text)) throw new FileProblem(PROBLEMS.notATable);
  if (/^\s*(?:\u00EF\u00BB\u00BF)?\s*<(?:!doctype|html|\?xml|table|head)/i.test(text))
    throw new FileProblem(PROBLEMS.page);
  return 'csv';
}

/** UTF-16 without a mark: every other byte of plain letters is zero. */
export function looksWide(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | null {
  const looked = Math.min(bytes.length - (bytes.length % 2), 1_024);
  if (looked < 4) return null;
  let [even, odd] = [0, 0];
  for (let at = 0; at < looked; at += 2) {
    if (bytes[at] === 0) even += 1;
    if (bytes[at + 1] === 0) odd += 1;
  }
  const most = looked * 0.4;
  if (odd > most && even === 0) return 'utf-16le';
  return even > most && odd === 0 ? 'utf-16be' : null;
}
