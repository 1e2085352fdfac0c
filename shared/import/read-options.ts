import type { AlsoWritten } from '#shared/model/also-written.ts';
import type { Field } from '#shared/model/field.ts';
import { fold } from './fold.ts';
import type { CellRead } from './cell.ts';

/** What values mean that are no option, by `fold` of what is written: the option, or null to leave it out. */
export type Meanings = ReadonlyMap<string, string | null>;

/** What stands between several values of a cell; a word, or a stroke, only where the whole is no value itself, such as `AI/ML`. */
const SIGN = /[,;|\r\n]+(?:\s*(?:and|&)\s)?/i;
const WORD = /\s*(?:&|\sand\s)+\s*/i;
const STROKE = /\s*\/\s*/;
/** Parts of a single value with strokes: a cell of a thousand strokes is not tried in every way. */
const MOST_STROKES = 8;
/** As much of a value as its sentence repeats, in letters. */
const QUOTED = 40;

/** The option of a cell, however it is written; several are refused by the field that takes one. */
export function readOption(text: string, field: Field, meanings: Meanings): CellRead {
  const found = optionOf(text, field, meanings);
  if (found !== undefined) return { value: found.value, ...(found.isMapped ? { unknown: [text] } : {}) };
  return { problem: unknownOption(text, field.label), unknown: [text] };
}

/** The options of a cell with several values. */
export function readOptions(text: string, field: Field, meanings: Meanings): CellRead {
  const values: string[] = [];
  const unknown: string[] = [];
  let problem: string | undefined;
  for (const part of partsOf(text, field, meanings)) {
    const found = optionOf(part, field, meanings);
    if (found === undefined) problem ??= unknownOption(part, field.label);
    if (found === undefined || found.isMapped) unknown.push(part);
    if (found && found.value !== null) values.push(found.value);
  }
  const besides = unknown.length > 0 ? { unknown } : {};
  if (problem !== undefined) return { problem, ...besides };
  return { value: values.length === 0 ? null : [...new Set(values)], ...besides };
}

/** Texts of a list: each on a line of its own, or between semicolons or upright strokes; commas stand within them. */
export function readList(text: string): CellRead {
  const items = text
    .split(/[\r\n;|]+/)
    .map((item) => item.trim())
    .filter((item) => item !== '');
  return { value: items.length === 0 ? null : items };
}

function partsOf(text: string, field: Field, meanings: Meanings): string[] {
  const isValue = (part: string): boolean => optionOf(part, field, meanings) !== undefined;
  if (isValue(text)) return [text];
  const signed = text.split(SIGN).map((part) => part.trim());
  const parts = signed.flatMap((part) => (isValue(part) ? [part] : part.split(WORD)));
  return parts.flatMap((part) => {
    if (part.trim() === '') return [];
    if (isValue(part) || !STROKE.test(part)) return [part];
    return strokesOf(part.split(STROKE), isValue);
  });
}

/** The longest values first: `DevOps/AI/ML`. */
function strokesOf(pieces: readonly string[], isValue: (part: string) => boolean): string[] {
  const parts: string[] = [];
  for (let at = 0; at < pieces.length;) {
    let end = Math.min(pieces.length, at + MOST_STROKES);
    while (end > at + 1 && !isValue(pieces.slice(at, end).join('/'))) end -= 1;
    const part = pieces.slice(at, end).join('/');
    if (part !== '') parts.push(part);
    at = end;
  }
  return parts;
}

function optionOf(
  text: string,
  field: Field,
  meanings: Meanings,
): { value: string | null; isMapped: boolean } | undefined {
  const key = fold(text);
  const written = text.trim();
  const own =
    field.options?.find((option) => option === written) ??
    optionsOf(field).get(fold(withoutDecimals(written)));
  if (own !== undefined) return { value: own, isMapped: false };
  const meant = meanings.get(key);
  return meant === undefined ? undefined : { value: meant, isMapped: true };
}

/** A year or a count that a program took for an amount: `2025.0` is `2025`, and never `20250`. */
const withoutDecimals = (text: string): string => text.replace(/^(\d+)\.0+$/, '$1');

/** Whether it is one of the field's own values, however it is written. */
export const isOwnOption = (text: string, field: Field): boolean => optionsOf(field).has(fold(text));

/** The value of a field's list that a text is one of the other spellings of. */
export const spellingOf = (text: string, alsoWritten: AlsoWritten): string | undefined =>
  Object.keys(alsoWritten).find((value) =>
    [value, ...(alsoWritten[value] ?? [])].some((each) => fold(each) === fold(text)),
  );

const known = new WeakMap<Field, ReadonlyMap<string, string>>();

function optionsOf(field: Field): ReadonlyMap<string, string> {
  let options = known.get(field);
  if (!options) {
    const own = (field.options ?? []).map((option): [string, string] => [fold(option), option]);
    const besides = own.flatMap(([, option]) =>
      (field.alsoWritten?.[option] ?? []).map((text): [string, string] => [fold(text), option]),
    );
    options = new Map([...besides, ...own]);
    known.set(field, options);
  }
  return options;
}

export function unknownOption(text: string, label: string): string {
  const given = text.trim();
  const quoted = given.length > QUOTED ? `${given.slice(0, QUOTED).trimEnd()}…` : given;
  return `“${quoted}” is none of the values of ${label}. Say what it means, or leave it out`;
}
