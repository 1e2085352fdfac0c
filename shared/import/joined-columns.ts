import type { Field, FieldKind } from '#shared/model/field.ts';

/** What stands between the texts of several columns that fill one field, by its kind. */
const BETWEEN: Readonly<Partial<Record<FieldKind, string>>> = { text: ' ', longText: '\n', phone: ', ' };

/** Whether several columns of a file may fill the field: a name in two parts, two numbers, remarks. */
export const takesSeveralColumns = ({ kind, isLink = false, unique = false }: Field): boolean =>
  BETWEEN[kind] !== undefined && !isLink && !unique;

/** Whether each field has one column, or may have several. */
export function isFilledPlainly(
  fields: readonly (string | null)[],
  fieldOf: (name: string) => Field,
): boolean {
  const chosen = fields.filter((name) => name !== null);
  return chosen.every((name, at) => chosen.indexOf(name) === at || takesSeveralColumns(fieldOf(name)));
}

/** What a field has from one column, with that of a later one. */
export function joined(field: Field, value: unknown, next: unknown): unknown {
  if (typeof value !== 'string' || typeof next !== 'string' || value === next) return next;
  return `${value}${BETWEEN[field.kind] ?? ' '}${next}`;
}
