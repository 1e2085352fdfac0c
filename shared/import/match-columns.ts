import type { EntityDefinition } from '#shared/model/entity.ts';
import type { Field } from '#shared/model/field.ts';
import { fold, words } from './fold.ts';

/** How well a heading names a field; 0 for not at all. */
const BY_LABEL = 100;
const BY_NAME = 95;
const BY_SYNONYM = 90;
const BY_WORDS = 70;
/** A part of a heading counts less than the whole: `नाम / Name`. */
const BY_PART = 60;
/** Headings of a name that stands in columns of its own; `F. Name` is the father's. */
const FIRST_NAMES: ReadonlySet<string> = new Set(['first name', 'given name', 'forename']);
const LATER_NAMES: ReadonlySet<string> = new Set(['middle name', 'last name', 'surname', 'family name']);

/** What headings have besides the words that say which field it is. */
const FILLERS: ReadonlySet<string> = new Set(
  'a an and candidate candidates details enter in is info no number of please student students the your'.split(
    ' ',
  ),
);

interface Names {
  field: string;
  whole: Map<string, number>;
  bags: Set<string>;
}

/**
 * The field of each heading, null where there is none. A field is taken once: by the heading that names it best, the
 * first of several; but a name by all columns of it. A heading of several fields is that of the one which records need.
 * Punctuation, case and blanks count for nothing.
 * @param fields those that may be filled
 */
export function matchColumns(
  definition: EntityDefinition,
  fields: readonly (readonly [string, Field])[],
  headings: readonly string[],
): (string | null)[] {
  return scored(definition, fields, headings).fields;
}

/** How well a row of cells would do as the headings: the sum of what its matches are worth. */
export function headingScore(
  definition: EntityDefinition,
  fields: readonly (readonly [string, Field])[],
  cells: readonly string[],
): number {
  return scored(definition, fields, cells).score;
}

function scored(
  definition: EntityDefinition,
  fields: readonly (readonly [string, Field])[],
  headings: readonly string[],
): { fields: (string | null)[]; score: number } {
  const names = fields.map(([name, field]) => namesOf(definition, name, field));
  const found = headings.flatMap((heading, column) =>
    names.flatMap((each, at) => {
      const score = scoreOf(heading, each);
      const isNeeded = fields[at]?.[1].required === true ? 1 : 0;
      return score === 0 ? [] : [{ column, at, field: each.field, score, isNeeded }];
    }),
  );
  found.sort(
    (one, other) =>
      other.score - one.score ||
      other.isNeeded - one.isNeeded ||
      one.column - other.column ||
      one.at - other.at,
  );
  const taken = new Set<string>();
  const matched = headings.map((): string | null => null);
  let score = 0;
  for (const each of found) {
    if (matched[each.column] !== null || taken.has(each.field)) continue;
    matched[each.column] = each.field;
    taken.add(each.field);
    score += each.score;
  }
  if (fields.some(([name]) => name === definition.title)) {
    for (const column of namesInParts(headings, matched.indexOf(definition.title))) {
      matched[column] = definition.title;
      score += BY_WORDS;
    }
  }
  return { fields: matched, score };
}

/** The columns of a name in parts. @param whole the column that has the name so far; -1 where there is none */
function namesInParts(headings: readonly string[], whole: number): number[] {
  const called = headings.map((heading) => wordsOf(heading).join(' '));
  const ofKind = (kind: ReadonlySet<string>): number[] =>
    called.flatMap((text, column) => (kind.has(text) ? [column] : []));
  const first = ofKind(FIRST_NAMES);
  if (whole < 0) return first.length > 0 ? [...first, ...ofKind(LATER_NAMES)] : [];
  // `Name` beside `Surname` is the first one; beside `First Name` it is all of it.
  return first.length === 0 && called[whole] === 'name' ? ofKind(LATER_NAMES) : [];
}

function scoreOf(heading: string, names: Names): number {
  const whole = scoreOfText(heading, names);
  const parts = heading.split(/[/()|\r\n]+/u).filter((part) => part.trim() !== '');
  if (whole > 0 || parts.length < 2) return whole;
  return parts.some((part) => scoreOfText(part, names) > 0) ? BY_PART : 0;
}

function scoreOfText(text: string, { whole, bags }: Names): number {
  const exact = whole.get(fold(text));
  if (exact !== undefined) return exact;
  const bag = bagOf(text);
  return bag !== '' && bags.has(bag) ? BY_WORDS : 0;
}

const bagOf = (text: string): string => wordsOf(text).sort().join(' ');

const wordsOf = (text: string): string[] => words(text).filter((word) => !FILLERS.has(word));

function namesOf(definition: EntityDefinition, name: string, field: Field): Names {
  const headings = Object.values(definition.lists).flatMap(({ headings: named }) => named?.[name] ?? []);
  const synonyms = [...(definition.alsoCalled?.[name] ?? []), ...headings];
  const whole = new Map<string, number>();
  for (const text of synonyms) whole.set(fold(text), BY_SYNONYM);
  whole.set(fold(name), BY_NAME);
  whole.set(fold(field.label), BY_LABEL);
  const bags = new Set([field.label, name, ...synonyms].map(bagOf).filter((bag) => bag !== ''));
  return { field: name, whole, bags };
}
