import { takesSeveralColumns } from '#shared/import/joined-columns.ts';
import { entityOf } from '#shared/model/entities.ts';
import { fieldOf, storedFields } from '#shared/model/entity.ts';
import type { ImportableEntity, ImportState, SaidColumns, UnknownOption } from '#shared/protocol/import.ts';
import { givenBack } from '../../components/drafts/typed-values.ts';

/** What is said of a file's columns before the rows are judged by it. */
export type ColumnDraft = SaidColumns;

/** Says more of the columns. Each change counts from the one before: a person is said as a name and an account at once. */
export type ChangeColumns = (make: (now: ColumnDraft) => ColumnDraft) => void;

/** The draft of what the desk has found, or been told before. */
export function draftOf({ columns, fixed, unknown }: ImportState): ColumnDraft {
  const meanings: ColumnDraft['meanings'] = {};
  for (const { field, written, means } of unknown) {
    if (means !== undefined) (meanings[field] ??= {})[written] = means;
  }
  return { fields: columns.map(({ field }) => field), fixed: { ...fixed }, meanings };
}

/** The draft of what was said before the screen was left and is not judged by; null where that is nothing. */
export function saidBefore({ entity, columns, said }: ImportState): ColumnDraft | null {
  // Of a file that is read in another way meanwhile.
  if (said?.fields.length !== columns.length) return null;
  const definition = entityOf(entity);
  const names = Object.keys(said.fixed).filter((name) => Object.hasOwn(definition.fields, name));
  return { ...said, fixed: givenBack(definition, names, new Set(names), said.fixed, {}) };
}

export const sameDraft = (one: ColumnDraft, other: ColumnDraft): boolean =>
  JSON.stringify(one) === JSON.stringify(other);

/**
 * The draft with another field for a column; what is in a column is no longer the same for all rows.
 * @param coupled pairs of the field with a name and the field with the account behind it
 */
export function withField(
  draft: ColumnDraft,
  column: number,
  field: string | null,
  coupled: readonly (readonly [string, string])[] = [],
): ColumnDraft {
  const fields = draft.fields.map((each, at) => (at === column ? field : each));
  const gone = new Set([field, ...coupled.filter(([name]) => name === field).map(([, account]) => account)]);
  const fixed = Object.fromEntries(Object.entries(draft.fixed).filter(([name]) => !gone.has(name)));
  return { ...draft, fields, fixed };
}

/** By column that has a field which an earlier column has already: the number of that one. */
function laterColumns(
  fields: readonly (string | null)[],
  counts: (field: string) => boolean,
): Map<number, number> {
  const later = new Map<number, number>();
  fields.forEach((field, at) => {
    const first = fields.indexOf(field);
    if (field !== null && first < at && counts(field)) later.set(at, first);
  });
  return later;
}

const takesSeveral = (entity: ImportableEntity, field: string): boolean =>
  takesSeveralColumns(fieldOf(entityOf(entity), field));

/** Where a field has two columns and may have one: by the later column, the earlier one. */
export const doubledColumns = (
  entity: ImportableEntity,
  fields: readonly (string | null)[],
): Map<number, number> => laterColumns(fields, (field) => !takesSeveral(entity, field));

/** Where several columns fill a field one after the other: by each later column, the first one. */
export const joinedColumns = (
  entity: ImportableEntity,
  fields: readonly (string | null)[],
): Map<number, number> => laterColumns(fields, (field) => takesSeveral(entity, field));

/** Labels of the fields that each record needs and no row would have. */
export function missingFields(entity: ImportableEntity, draft: ColumnDraft): string[] {
  return storedFields(entityOf(entity)).flatMap(([name, { required, label, default: usual }]) =>
    required === true && usual === undefined && !draft.fields.includes(name) && !hasValue(draft.fixed[name])
      ? [label]
      : [],
  );
}

const hasValue = (value: unknown): boolean => value !== undefined && value !== null && value !== '';

/** What a column is called: by its heading, else by its number. */
export const columnName = (heading: string, at: number): string => heading.trim() || `Column ${at + 1}`;

/** Whether a value is still without a meaning. */
export const isUnsaid = (draft: ColumnDraft, { field, written }: UnknownOption): boolean =>
  draft.meanings[field]?.[written] === undefined;

/** The values that are no option, of the columns as the draft has them. */
export function askedOptions(draft: ColumnDraft, unknown: readonly UnknownOption[]): UnknownOption[] {
  return unknown.filter(({ field }) => draft.fields.includes(field));
}

/** `A`, `A and B`, `A, B and C`. */
export function listed(words: readonly string[]): string {
  if (words.length < 2) return words.join('');
  return `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;
}
