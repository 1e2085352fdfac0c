import { harmless } from './csv-text.ts';
import { phoneLines, phoneParts } from './phone.ts';

/** Figures with a blank among them are text to every spreadsheet. */
const IS_TEXT = /^[(\d][\d()-]*(?: [\d()-]+)+$/;
/** An Indian mobile: most of what an office exports, told without reading the number, which takes thirty times as long. */
const INDIAN = /^(?:(\+91)[ -]?)?([6-9]\d{4})[ -]?(\d{5})$/;
/** From so many digits a spreadsheet shows a number as 9.2E+11, or drops its last digits. */
const LONG = 11;
/** Digits behind the blank that makes a text of a number that cannot be read. */
const LAST = 5;

/**
 * A field's phone numbers as a cell of a CSV file: `(+91) 98765 43210` for one with its country, `98765 43210` or
 * `080 4123 4567` for one without. Brackets and blanks make it text in every spreadsheet, so that no plus is run, no zero
 * is lost and nothing is rounded, and no sign of ours stands in the cell (decision 7).
 */
export function csvPhone(written: string): string {
  return phoneLines(written).map(lineText).join(' / ');
}

function lineText(line: string): string {
  if (IS_TEXT.test(line)) return line;
  const [indian, country, start, end] = INDIAN.exec(line) ?? [];
  if (indian !== undefined) return `${country === undefined ? '' : '(+91) '}${start} ${end}`;
  const parts = phoneParts(line);
  if (parts) {
    const { country, prefix, number, extension } = parts;
    const before = line.startsWith('+') ? `(+${country}) ` : prefix;
    return [before + number, extension && `ext. ${extension}`].filter(Boolean).join(' ');
  }
  if (/^\+[\d ()-]+$/.test(line)) return `(+${withBlank(line.slice(1))})`;
  if (!/^\d+$/.test(line)) return harmless(line);
  return line.length < LONG && !line.startsWith('0') ? line : withBlank(line);
}

function withBlank(digits: string): string {
  if (/\d .*\d/.test(digits)) return digits;
  const at = Math.max(1, digits.length - LAST);
  return `${digits.slice(0, at)} ${digits.slice(at)}`;
}
