import { contactDigits } from '#shared/format/phone.ts';
import type { DerivedColumn } from './derived-columns.ts';
import { storedFields, type EntityDefinition } from './entity.ts';
import { MERGEABLE } from './merged-record.ts';
import { normaliseText } from './search-text.ts';

/** Between the numbers of one field. No number has a blank. */
export const BETWEEN_NUMBERS = ' ';

/** Name of the desk's column that holds the digits of a phone field. */
export const digitsColumn = (field: string): string => `${field}_digits`;

/** By what a person is known: the fields of a kind. */
export function contactFields(entity: EntityDefinition, kind: 'phone' | 'email'): string[] {
  return storedFields(entity).flatMap(([name, field]) => (field.kind === kind ? [name] : []));
}

/** Columns of the desk alone, by which it finds who has a number: the digits of every number of a field. */
export function digitColumns(entity: EntityDefinition): DerivedColumn[] {
  return contactFields(entity, 'phone').map((name) => ({
    name: digitsColumn(name),
    from: [name],
    value: (read) => {
      const digits = contactDigits(String(read(name) ?? ''));
      return digits.length === 0 ? null : digits.join(BETWEEN_NUMBERS);
    },
  }));
}

/** What is looked for where a number or an address is typed: digits with the country, or the normalised address. */
export function contactKeys(kind: 'phone' | 'email', written: string): string[] {
  if (kind === 'phone') return contactDigits(written);
  const address = normaliseText(written);
  return /^[^@\s]+@[^@\s]+\.[^@\s]+$/u.test(address) ? [address] : [];
}

/** Whose records are looked through where one of this entity is written: persons of one kind are looked for together. */
export function lookedThroughFor<Name extends string>(entity: Name): (Name | (typeof MERGEABLE)[number])[] {
  return MERGEABLE.some((name) => name === entity) ? [...MERGEABLE] : [entity];
}
