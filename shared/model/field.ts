import type { z } from 'zod';
import type { AlsoWritten } from './also-written.ts';
import type { Filter } from './filter.ts';

/**
 * The kinds of field an entity can have. A field is said once, here in the model; the server's table, the
 * desk's cache, validation, filters, search, forms and grids all follow from its definition.
 */

export type FieldKind =
  | 'text'
  | 'longText'
  | 'richText'
  | 'email'
  | 'url'
  | 'phone'
  | 'money'
  | 'number'
  | 'date'
  | 'datetime'
  | 'boolean'
  | 'option'
  | 'options'
  | 'list'
  | 'reference'
  | 'object'
  | 'file'
  | 'secret';

export interface FieldSettings {
  /** Must hold a value when the record is created, and may not be emptied later. */
  required?: boolean;
  /** Value of a new record where the user gave none. */
  default?: string | number | boolean;
  /** Kept in its own indexed sort key, so lists can be ordered by it. */
  sortable?: boolean;
  /** Kept in a normalised key too, so that a filter finds a part of it however it is written. */
  keyed?: boolean;
  /** Indexed for filters. */
  indexed?: boolean;
  /** Tells of one record alone, as a birthday or a score does: many records are not given the same at once. */
  ofOne?: boolean;
  /** Compared without case across the table; a second one is refused. */
  unique?: boolean;
  /** Written by the server alone; a client's value is ignored. */
  serverSet?: boolean;
  /** The server writes who makes the record. */
  ofAuthor?: boolean;
  /** A new value may not lie before now when a person saves it (section 5). */
  notBeforeNow?: boolean;
  /** A new day may not lie after today, in India, when a person saves it. */
  notAfterToday?: boolean;
  /** Earliest day that a person may save, `YYYY-MM-DD`. */
  earliest?: string;
  /** An address that may also be a path or a part of the business's own website, such as `/jobs` or `#apply`. */
  onWebsite?: boolean;
  /** A text that people open as a link, of whatever form; what a browser would run is refused. */
  isLink?: boolean;
  /** Of a file: it names a document, and not a picture. */
  document?: boolean;
  /** Of a phone number: the field with the number for chats, which takes its place there when it holds one. */
  chatOn?: string;
  /** Of a text that holds JSON: what that must be. */
  json?: z.ZodType;
  /** Longest text in characters. */
  maxLength?: number;
  /** Follows from what people do, such as enrolling somebody: forms show it and never ask for it. */
  followed?: boolean;
  /** Names of the groups that access rules speak of, such as `payment`. */
  groups?: readonly string[];
  /** Of an option: how else its values are written in files that are imported. */
  alsoWritten?: AlsoWritten;
  /** Words shown in an empty form field. */
  placeholder?: string;
}

/** The entity that a `reference` points to, and the field of it that people read. */
export interface ReferenceTarget {
  entity: string;
  display: string;
  /** Of which records filters offer the reference; all where nothing is said. */
  among?: Filter;
  /** Which records a form offers; those of `among` where nothing is said. */
  choosable?: Filter;
}

export interface Field<Value = unknown> extends FieldSettings {
  readonly kind: FieldKind;
  readonly label: string;
  /** The allowed values of `option` and `options`. */
  readonly options?: readonly string[];
  readonly target?: ReferenceTarget;
  /** Parts of an `object`. */
  readonly parts?: Readonly<Record<string, Field>>;
  /** Only carries the type of the value; never present at run time. */
  readonly valueType?: Value;
}

/** Longest single-line text (decision 10). */
export const NAME_LENGTH = 200;
/** Longest multi-line text (decision 10). */
export const NOTES_LENGTH = 20_000;
const RICH_TEXT_LENGTH = 1_000_000;
const URL_LENGTH = 2_000;
const PHONE_LENGTH = 40;

const field =
  <Value>(kind: FieldKind, maxLength?: number) =>
  (label: string, settings: FieldSettings = {}): Field<Value> => ({
    kind,
    label,
    ...(maxLength === undefined ? {} : { maxLength }),
    ...settings,
  });

export const text = field<string | null>('text', NAME_LENGTH);
export const longText = field<string | null>('longText', NOTES_LENGTH);
/** HTML; sanitised when written and again when shown. */
export const richText = field<string | null>('richText', RICH_TEXT_LENGTH);
export const email = field<string | null>('email', NAME_LENGTH);
export const url = field<string | null>('url', URL_LENGTH);
/** Kept as written; found by its digits however it is written. */
export const phone = field<string | null>('phone', PHONE_LENGTH);
/** Rupees, not below 0, at most two decimals. */
export const money = field<number | null>('money');
export const number = field<number | null>('number');
/** `YYYY-MM-DD`. */
export const date = field<string | null>('date');
/** A day on which somebody who is alive was born. */
export function birthDate(label: string, settings: FieldSettings = {}): Field<string | null> {
  return date(label, { notAfterToday: true, earliest: '1900-01-01', ofOne: true, ...settings });
}
/** ISO 8601 in UTC. */
export const datetime = field<string | null>('datetime');
export const boolean = field<boolean | null>('boolean');
/** List of short texts. */
export const list = field<string[] | null>('list', NOTES_LENGTH);
/** Content hash of a stored file; the file itself travels apart from the record. */
export const file = field<string | null>('file', NAME_LENGTH);
/** Never stored with the record, never synced, never logged. */
export function secret(label: string): Field<string | null> & { readonly kind: 'secret' } {
  return { kind: 'secret', label, maxLength: NAME_LENGTH };
}

export function option<const Options extends readonly string[]>(
  label: string,
  options: Options,
  settings: FieldSettings = {},
): Field<Options[number] | null> {
  return { kind: 'option', label, options, ...settings };
}

/** Several of a fixed set of values. */
export function options<const Options extends readonly string[]>(
  label: string,
  values: Options,
  settings: FieldSettings = {},
): Field<Options[number][] | null> {
  return { kind: 'options', label, options: values, ...settings };
}

export function reference(
  label: string,
  target: ReferenceTarget,
  settings: FieldSettings = {},
): Field<string | null> {
  return { kind: 'reference', label, target, ...settings };
}

export function object<const Parts extends Readonly<Record<string, Field>>>(
  label: string,
  parts: Parts,
  settings: FieldSettings = {},
): Field<{ [Name in keyof Parts]: ValueOf<Parts[Name]> } | null> {
  return { kind: 'object', label, parts, ...settings };
}

/** The TypeScript type of a field's value; an empty field is null. */
export type ValueOf<F> = F extends Field<infer Value> ? Value : never;
