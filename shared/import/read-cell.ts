import { indianDate } from '#shared/format/dates.ts';
import { leanOf } from '#shared/format/lean.ts';
import { formatNumber } from '#shared/format/numbers.ts';
import { plainFigures } from '#shared/format/plain-figures.ts';
import { readAmount, readNumber } from '#shared/format/read-amount.ts';
import { readDate } from '#shared/format/read-date.ts';
import { YES_NO_ALSO_WRITTEN } from '#shared/model/also-written.ts';
import type { Field, FieldKind } from '#shared/model/field.ts';
import { cellText, dateOfSerial, isTimeAlone, type Cell, type CellRead } from './cell.ts';
import { fold } from './fold.ts';
import {
  isOwnOption,
  readList,
  readOption,
  readOptions,
  spellingOf,
  unknownOption,
  type Meanings,
} from './read-options.ts';
import { readPhoneCell } from './read-phone.ts';

export interface CellReading {
  /** Milliseconds since 1970. */
  now: number;
  meanings: Meanings;
  /** The record that people call so: its id, null where there is none, undefined where there are several. */
  referred?: (field: Field, text: string) => string | null | undefined;
}

/** Where a day stands alone and a time belongs to it: offices open. */
const ON_A_DAY_ALONE = 'T10:00';
/** Before what other programs would run, an apostrophe says that it is a text. */
const APOSTROPHE = /^'(?=[\s=+\-@＝＋－＠])/u;
/** The same before figures, as people type it so that a cell stays a text. */
const BEFORE_FIGURES = /^['‘’`]+(?=\d)/u;
/** A day of a workbook that was saved as a plain number. */
const SERIAL = /^\d{5}(?:\.\d+)?$/;
/** In a form that is today; when a file was written nobody knows. */
const TIME_ALONE = /^\d{1,2}(?::\d{2}(?::\d{2})?(?:\s*[ap]\.?m\.?)?|(?:\.\d{2})?\s*[ap]\.?m\.?)$/i;
/** What a spreadsheet shows where a formula came to nothing. */
const FAULT =
  /^(?:#(?:REF!|N\/A|VALUE!|NAME\?|DIV\/0!|NULL!|NUM!|SPILL!|CALC!|FIELD!|BLOCKED!|CONNECT!|UNKNOWN!|BUSY!|EXTERNAL!|GETTING_DATA)|Err:5\d\d)$/i;
/** What it shows where the column is too narrow for a number. */
const TOO_NARROW = /^#{3,}$/;
/** Stands in a cell of a workbook with a formula of which the file has no value: nothing is reckoned here. */
export const NOT_CALCULATED = '#FORMULA!';
/** What people write into a cell that they leave empty. */
const NOTHING =
  /^(?:[-–—_.]+|n\s*[./]?\s*a\.?|nil|none|null|not\s+(?:available|applicable|given|provided))$/i;
/** In these it may be what is meant. */
const ANY_TEXT: ReadonlySet<FieldKind> = new Set(['text', 'longText', 'list']);
/** Kinds of which a cell's text is the value. */
const MEASURED_LATER: ReadonlySet<FieldKind> = new Set([...ANY_TEXT, 'richText', 'url']);
const MOST_OF_OPTIONS = 2_000;
/** No sign for nothing is longer. */
const LONGEST_NOTHING = 40;
/** An address with the name of whoever has it. */
const NAMED_ADDRESS = /^[^<>]*<\s*([^<>\s]+@[^<>\s]+)\s*>$/;

/** Reads a cell for a field. What it gives is still to be validated as any change is. */
export function readCell(cell: Cell, field: Field, reading: CellReading): CellRead {
  if (cell instanceof Date && !isTimeAlone(cell) && (field.kind === 'date' || field.kind === 'datetime'))
    return readClock(cell, field);
  const written = cellText(cell).replace(APOSTROPHE, '').trim();
  const text = isFigures(written, field) ? plainFigures(written).replace(BEFORE_FIGURES, '') : written;
  if (text === '' || isNothing(text, field, reading)) return { value: null };
  if (FAULT.test(text))
    return {
      value: null,
      doubt: `${field.label} is ${text}, the sign of a formula that failed: it is left out`,
    };
  if (text === NOT_CALCULATED) return { problem: notCalculated(field.label) };
  if (TOO_NARROW.test(text)) return { problem: tooNarrow(text, field.label) };
  const most = mostRead(field);
  if (text.length > most)
    return { problem: `${field.label} may have ${formatNumber(most)} characters at most` };
  switch (field.kind) {
    case 'date':
    case 'datetime':
      return readDay(cell, text, field, reading.now);
    case 'money':
    case 'number':
      if (typeof cell === 'number') return { value: cell };
      return withoutStop(
        field.kind === 'money' ? readAmount(text, field.label) : readNumber(text, field.label),
      );
    case 'phone':
      return readPhoneCell(text, field.label);
    case 'option':
      return readOption(text, field, reading.meanings);
    case 'options':
      return readOptions(text, field, reading.meanings);
    case 'list':
      return readList(text);
    case 'boolean':
      return readYes(text, field);
    case 'reference':
      return readReference(text, field, reading);
    case 'email':
      return { value: text.replace(NAMED_ADDRESS, '$1').replace(/^mailto:\s*/i, '') };
    default:
      return { value: text };
  }
}

/** Characters of a cell that are read: a text is measured where it is validated, all else before it is taken apart. */
function mostRead({ kind, maxLength = 200 }: Field): number {
  if (MEASURED_LATER.has(kind)) return Number.POSITIVE_INFINITY;
  return kind === 'options' ? MOST_OF_OPTIONS : maxLength;
}

const notCalculated = (label: string): string =>
  `${label} holds a formula that was never calculated. Open the file in Excel or LibreOffice, save it, and choose it again`;

const tooNarrow = (text: string, label: string): string =>
  `${label} is ${text.slice(0, 12)}: the column was too narrow when the file was made, and what stood here is lost. Widen it in the spreadsheet, and save the file anew`;

/** Whether a text is read for its figures: a name may have some of its own. */
const isFigures = (text: string, { kind }: Field): boolean => !ANY_TEXT.has(kind) || !/\p{L}/u.test(text);

function isNothing(text: string, field: Field, { meanings }: CellReading): boolean {
  if (
    text.length > LONGEST_NOTHING ||
    !NOTHING.test(text) ||
    (ANY_TEXT.has(field.kind) && field.isLink !== true)
  )
    return false;
  return !isOwnOption(text, field) && !meanings.has(fold(text));
}

/** A moment is a day of the wall's calendar, on a clock in India. */
function readClock(moment: Date, { kind, label }: Field): CellRead {
  if (Number.isNaN(moment.getTime())) return { problem: `${label} cannot be read as a date` };
  // Such as 05122026, written without its strokes into a column of dates: the day of that number.
  if (!hasFourFigures(moment.getUTCFullYear()))
    return {
      problem: `${label} is ${cellText(moment)}, which is no day of this calendar. Write it such as 25/11/2026`,
    };
  const iso = moment.toISOString();
  if (kind === 'date') return { value: iso.slice(0, 10) };
  const isDayAlone = iso.slice(11, 19) === '00:00:00';
  return { value: indianTime(isDayAlone ? `${iso.slice(0, 10)}${ON_A_DAY_ALONE}` : iso.slice(0, 16)) };
}

const hasFourFigures = (year: number): boolean => year >= 1_000 && year <= 9_999;

function readDay(cell: Cell, text: string, field: Field, now: number): CellRead {
  if (TIME_ALONE.test(text))
    return { problem: `${field.label} is ${text}: a time without its day. Write such as 25/11/2026 4:30 pm` };
  const serial = typeof cell === 'number' ? cell : SERIAL.test(text) ? Number(text) : null;
  const moment = serial === null ? null : dateOfSerial(serial);
  if (moment) return readClock(moment, field);
  const lean = leanOf(field);
  const kind = field.kind === 'date' ? 'date' : 'datetime';
  const read = readDate(text, { kind, now, lean });
  if (!('problem' in read)) return read;
  // What has a time too little or too much is read as the other kind.
  const other = readDate(text, { kind: kind === 'date' ? 'datetime' : 'date', now, lean });
  if ('problem' in other || other.value === null) return withoutStop(read);
  return { value: kind === 'date' ? indianDate(other.value) : indianTime(`${other.value}${ON_A_DAY_ALONE}`) };
}

const indianTime = (local: string): string => new Date(`${local}+05:30`).toISOString();

function readYes(text: string, { label }: Field): CellRead {
  const word = spellingOf(text, YES_NO_ALSO_WRITTEN);
  return word === undefined ? { problem: `${label} must be Yes or No` } : { value: word === 'Yes' };
}

function readReference(text: string, field: Field, { referred, meanings }: CellReading): CellRead {
  const meant = meanings.get(fold(text));
  if (meant !== undefined) return { value: meant, unknown: [text] };
  const id = referred?.(field, text);
  if (typeof id === 'string') return { value: id };
  const problem =
    id === undefined && referred ? severalOf(text, field.label) : unknownOption(text, field.label);
  return { problem, unknown: [text] };
}

const severalOf = (text: string, label: string): string =>
  `Several are called “${text.slice(0, 40)}”. Say which one ${label} means, or leave it out`;

/** Sentences of issues stand without their full stop. */
function withoutStop<Read extends object>(read: Read | { problem: string }): Read | { problem: string } {
  return 'problem' in read && typeof read.problem === 'string'
    ? { problem: read.problem.replace(/\.$/, '') }
    : read;
}
