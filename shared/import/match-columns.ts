import type { EntityDefinition } from '#shared/model/entity.ts';
import type { Field } from '#shared/model/field.ts';
import { fold, words } from './fold.ts';

/** How well a heading names a field; 0 for not at all. */
const BY_LABEL = 100;
const BY_NAME = 95;
const BY_SYNONYM = 90;
const BY_WORDS = 70;
/** A part of a heading counts less than the whole: `नाम / Name`. */
const OF_A_PART = 10;

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
 * first of several. Punctuation, case and blanks count for nothing.
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
      return score === 0 ? [] : [{ column, at, field: each.field, score }];
    }),
  );
  found.sort((one, other) => other.score - one.score || one.column - other.column || one.at - other.at);
  const taken = new Set<string>();
  const matched = headings.map((): string | null => null);
  let score = 0;
  for (const each of found) {
    if (matched[each.column] !== null || taken.has(each.field)) continue;
    matched[each.column] = each.field;
    taken.add(each.field);
    score += each.score;
  }
  return { fields: matched, score };
}

function scoreOf(heading: string, names: Names): number {
  const whole = scoreOfText(heading, names);
  const parts = heading.split(/[/()|\r\n]+/u).filter((part) => part.trim() !== '');
  if (whole > 0 || parts.length < 2) return whole;
  const scores = parts.map((part) => scoreOfText(part, names));
  return Math.max(0, Math.max(...scores) - OF_A_PART);
}

function scoreOfText(text: string, { whole, bags }: Names): number {
  const exact = whole.get(fold(text));
  if (exact !== undefined) return exact;
  const bag = bagOf(text);
  return bag !== '' && bags.has(bag) ? BY_WORDS : 0;
}

function bagOf(text: string): string {
  return words(text)
    .filter((word) => !FILLERS.has(word))
    .sort()
    .join(' ');
}

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
