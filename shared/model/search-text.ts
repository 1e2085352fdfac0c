import { normalise } from '#shared/format/normalise.ts';
import { phoneDigits, phoneNumbers } from '#shared/format/phone.ts';
import { visibleText } from '#shared/format/visible-text.ts';
import type { AnyRecord, EntityDefinition } from './entity.ts';
import { fieldOf } from './entity.ts';
import type { Field } from './field.ts';

/** Arabic phrases that are one sign each. Unfolded they would be eighteen times as long as what was written. */
const PHRASES = /[\uFDF0-\uFDFC]/gu;

/**
 * Text as it is compared: lower case, without accents, with single spaces. The same on the desk and on the
 * server, so that search, sort and uniqueness mean the same on both. A NUL, which no stored text has and at which
 * databases fail, is a blank of what is searched for.
 */
export function normaliseText(value: string): string {
  // Plain ASCII, the common case, needs no decomposition.
  const folded = isAscii(value)
    ? value
    : normalise(value.replace(PHRASES, ' '), 'NFKD').replace(/\p{M}+/gu, '');
  return folded
    .toLowerCase()
    .replace(/[\s\0]+/g, ' ')
    .trim();
}

function isAscii(value: string): boolean {
  for (let at = 0; at < value.length; at += 1) if (value.charCodeAt(at) > 127) return false;
  return true;
}

/** Name of the column that holds a text field's sort key. */
export function sortKeyColumn(fieldName: string): string {
  return `${fieldName}_key`;
}

/** Whether this field is ordered and compared by a separate, normalised key; other kinds are by their value. */
export function hasSortKey(field: Field): boolean {
  return (
    (field.sortable === true || field.unique === true || field.keyed === true) &&
    (field.kind === 'text' || field.kind === 'email')
  );
}

/** Name of the column that holds the search text of a scope. */
export function searchColumn(scope: string): string {
  return scope === 'default' ? '_search' : `_search_${scope}`;
}

/**
 * What free-text search looks into: the normalised values of the scope's fields, one a line, phone numbers as
 * digits. References are not in it: they are joined when a list is read.
 */
export function searchText(entity: EntityDefinition, scope: string, record: AnyRecord): string {
  const parts: string[] = [];
  for (const name of entity.searchScopes[scope] ?? []) {
    const field = fieldOf(entity, name);
    const value = record[name];
    if (value === null || value === undefined || field.kind === 'reference') continue;
    if (Array.isArray(value)) parts.push(...value.map((item) => normaliseText(plainText(item))));
    else if (field.kind === 'phone') parts.push(phoneDigits(plainText(value)));
    else parts.push(normaliseText(plainText(value)));
  }
  return parts.join('\n');
}

/** Searched fields hold texts and numbers; anything else is not for searching. */
function plainText(value: unknown): string {
  if (typeof value === 'string') return value;
  return typeof value === 'number' ? String(value) : '';
}

/**
 * The terms that a row's search text must all contain, each once. A query written like a phone number is one term of its
 * digits, several numbers are several terms; any other is split at spaces.
 */
export function searchTerms(query: string): string[] {
  const trimmed = visibleText(query).trim();
  const numbers = phoneNumbers(trimmed);
  if (numbers.every((number) => /^[+(]?[\d\s().-]+$/.test(number))) {
    const terms = numbers.map(searchedDigits);
    if (terms.every((digits) => digits.length >= 3)) return [...new Set(terms)];
  }
  return textTerms(trimmed);
}

/** The terms of a query that is looked for in running text, where numbers stand as they were written. */
export function textTerms(query: string): string[] {
  return [...new Set(normaliseText(visibleText(query)).split(' ').filter(Boolean))];
}

/**
 * A zero before an Indian number is a way of dialling and is not stored; other zeros are part of the number. India's
 * own code is not asked for: of several numbers in one field it is stored only where it was written.
 */
export function searchedDigits(number: string): string {
  return number
    .replace(/\D/g, '')
    .replace(/^0(?=[6-9])/, '')
    .replace(/^91(?=[6-9]\d{9}$)/, '');
}
