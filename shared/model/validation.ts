import { formatDate, indianDate, instantOf } from '#shared/format/dates.ts';
import { formatNumber } from '#shared/format/numbers.ts';
import {
  isDisguisedAddress,
  isHarmfulLink,
  isPlaceOnWebsite,
  leavesOutScheme,
  openableAddress,
} from '#shared/format/web-address.ts';
import { z } from 'zod';
import type { EntityDefinition } from './entity.ts';
import { fieldOf, storedFields } from './entity.ts';
import type { Field } from './field.ts';
import { MOST_TEXT_PICTURES, picturesInText, tooManyPictures } from './named-files.ts';
import { FILE_HASH } from './picture.ts';

/** What is wrong with one field, as a sentence for its form. */
export interface FieldIssue {
  field: string;
  code: 'required' | 'invalid' | 'unknown' | 'past';
  message: string;
}

export interface Validated {
  /** The changes as they are stored: trimmed, empty as null. Only fields without an issue. */
  values: Record<string, unknown>;
  issues: FieldIssue[];
}

export interface ValidationContext {
  /** `create` also asks for the required fields and gives the defaults. */
  mode: 'create' | 'update';
  /**
   * Milliseconds since 1970: given where a person saves, absent where a waiting operation arrives late, so that
   * a time that has passed meanwhile does not refuse it (decision 12).
   */
  now?: number;
  /** The stored record: a past time that it already holds may stay. */
  stored?: Readonly<Record<string, unknown>>;
}

const emptyToNull = (value: unknown): unknown =>
  typeof value === 'string' && value.trim() === '' ? null : value;

/** Old clients and forms send numbers as their digits; nothing else becomes a number. */
const digitsToNumber = (value: unknown): unknown =>
  typeof value === 'string' && /^[-+]?\d+(\.\d+)?$/.test(value.trim()) ? Number(value) : value;

/** Old clients send some texts, such as a year or a phone number, as numbers. */
const numberToText = (value: unknown): unknown =>
  typeof value === 'number' && Number.isFinite(value) ? String(value) : value;

/** PostgreSQL cannot store a NUL, and no engine half of a surrogate pair: each would store something else. */
const storable = (value: string): boolean => !/[\0\p{Cs}]/u.test(value);

const singleLine = (value: string): string => value.replace(/[\t\r\n]+/g, ' ').trim();

const schemas = new WeakMap<Field, z.ZodType>();

/** The schema of a field's value; takes what a form or an old client sends and gives what is stored. */
export function fieldSchema(field: Field): z.ZodType {
  let schema = schemas.get(field);
  if (!schema) {
    schema = z.preprocess(emptyToNull, valueSchema(field).nullable());
    schemas.set(field, schema);
  }
  return schema;
}

function valueSchema(field: Field): z.ZodType {
  const takesNumbers = field.kind === 'text' || field.kind === 'phone' || field.kind === 'option';
  return takesNumbers ? z.preprocess(numberToText, schemaOfKind(field)) : schemaOfKind(field);
}

function schemaOfKind(field: Field): z.ZodType {
  const max = field.maxLength ?? 200;
  const { label } = field;
  const tooLong = `${label} may have ${formatNumber(max)} characters at most`;
  const [notDate, notTime] = [`${label} must be a date`, `${label} must be a date and time`];
  const plainText = z
    .string(`${label} must be text`)
    .refine(storable, `${label} has a character that cannot be stored`);
  const lineOfText = plainText.transform(singleLine).pipe(z.string().max(max, tooLong));
  const plainAddress = lineOfText.refine(
    (value) => !isDisguisedAddress(value),
    `${label} has characters that do not show or look like others. Type the address by hand, such as https://example.com`,
  );
  switch (field.kind) {
    case 'text':
      return field.isLink
        ? plainAddress
            .refine(
              (value) => !isHarmfulLink(value),
              `${label} cannot be kept: it would run as a program, or leads into the computer of whoever opens it. ` +
                'Give a web address, such as https://example.com',
            )
            .refine(
              (value) => !leavesOutScheme(value),
              `${label} must not begin with //. Write it with https:// or without, such as https://example.com`,
            )
        : lineOfText;
    case 'phone':
    case 'secret':
    case 'reference':
      return lineOfText;
    case 'file':
      return lineOfText.pipe(z.string().regex(FILE_HASH, `${label} must name a picture that was sent`));
    case 'longText':
      return plainText.max(max, tooLong);
    case 'richText':
      return plainText
        .max(max, tooLong)
        .refine((html) => picturesInText(html).length <= MOST_TEXT_PICTURES, tooManyPictures(label));
    case 'email':
      return lineOfText.pipe(z.email(`${label} must be a valid email address`));
    case 'url':
      return field.onWebsite
        ? plainAddress.refine(
            (value) => isWebAddress(value) || isPlaceOnWebsite(value),
            `${label} must be a web address, such as https://example.com, or a page of the website, such as /jobs`,
          )
        : plainAddress.refine(isWebAddress, `${label} must be a web address, such as https://example.com`);
    case 'money':
      return z.preprocess(
        digitsToNumber,
        z
          .number(`${label} must be an amount in rupees`)
          .min(0, `${label} cannot be below 0`)
          .max(1e12, `${label} is too large`)
          .refine(hasAtMostTwoDecimals, `${label} may have two decimals at most`),
      );
    case 'number':
      return z.preprocess(
        digitsToNumber,
        z
          .number(`${label} must be a number`)
          .min(-1e9, `${label} is too small`)
          .max(1e9, `${label} is too large`),
      );
    case 'date':
      // The sentence stands at each part too: of a text, zod gives the part's own.
      return z.union(
        [z.iso.date(notDate), z.iso.datetime({ offset: true, error: notDate }).transform(indianDate)],
        {
          error: notDate,
        },
      );
    case 'datetime':
      return z
        .union([z.iso.datetime({ offset: true, local: true, error: notTime }), z.iso.date(notTime)], {
          error: notTime,
        })
        .transform(toUtc);
    case 'boolean':
      return z.union([z.boolean(), z.enum(['true', 'false']).transform((word) => word === 'true')], {
        error: `${label} must be true or false`,
      });
    case 'option':
      return z.enum(field.options ?? [], `${label} must be one of the listed values`);
    case 'options':
      return z.preprocess(
        oneToList,
        z
          .array(z.enum(field.options ?? [], `${label} must be among the listed values`))
          .transform(distinct)
          .transform(noneToNull),
      );
    case 'list':
      return z.preprocess(
        oneToList,
        z
          .array(plainText, `${label} must be a list of texts`)
          .transform((items) => items.map((item) => item.trim()).filter((item) => item !== ''))
          .refine((items) => items.join('').length <= max, tooLong)
          .transform(noneToNull),
      );
    case 'object':
      return z.strictObject(
        Object.fromEntries(
          Object.entries(field.parts ?? {}).map(([name, part]) => [
            name,
            fieldSchema(part).optional().default(null),
          ]),
        ),
        `${label} must be an object with ${Object.keys(field.parts ?? {}).join(' and ')}`,
      );
  }
}

const oneToList = (value: unknown): unknown => (typeof value === 'string' ? [value] : value);

/** An empty list is an empty field (decision 10). */
const noneToNull = <Item>(items: Item[]): Item[] | null => (items.length === 0 ? null : items);

const distinct = (items: string[]): string[] => [...new Set(items)];

function hasAtMostTwoDecimals(value: number): boolean {
  return Math.abs(Math.round(value * 100) - value * 100) < 1e-6 * Math.max(1, Math.abs(value));
}

/** With or without scheme, as people paste it; only web addresses. */
function isWebAddress(value: string): boolean {
  const address = openableAddress(value);
  return address !== null && new URL(address).hostname.includes('.');
}

/** A time without a zone was written in India, by an old client's date-time field. */
const toUtc = (iso: string): string => new Date(instantOf(iso)).toISOString();

/**
 * Checks changes of a record, field by field. Nothing is thrown: what is wrong is listed, what is right is
 * given back as it is stored. Fields that the entity does not have are issues (`unknown`).
 */
export function validateChanges(
  entity: EntityDefinition,
  changes: Readonly<Record<string, unknown>>,
  context: ValidationContext,
): Validated {
  const values: Record<string, unknown> = {};
  const issues: FieldIssue[] = [];
  for (const [name, given] of Object.entries(changes)) {
    if (!Object.hasOwn(entity.fields, name)) {
      issues.push({
        field: name,
        code: 'unknown',
        message: `${entity.label} has no field "${name.slice(0, 60)}"`,
      });
      continue;
    }
    const field = fieldOf(entity, name);
    const result = fieldSchema(field).safeParse(given);
    if (!result.success) {
      const message = result.error.issues[0]?.message ?? `${field.label} is not valid`;
      issues.push({ field: name, code: 'invalid', message });
      continue;
    }
    const value = result.data;
    if (value === null && field.required) {
      issues.push(requiredIssue(entity, name, field));
      continue;
    }
    const late = timeIssue(name, field, value, context);
    if (late) {
      issues.push(late);
      continue;
    }
    values[name] = value;
  }
  if (context.mode === 'create') completeNewRecord(entity, values, issues);
  issues.push(...issuesOfOrder(entity, values, context.stored));
  return { values, issues };
}

function completeNewRecord(
  entity: EntityDefinition,
  values: Record<string, unknown>,
  issues: FieldIssue[],
): void {
  for (const [name, field] of storedFields(entity)) {
    if (values[name] !== undefined || issues.some((issue) => issue.field === name)) continue;
    if (field.default !== undefined) values[name] = field.default;
    else if (field.required && !field.serverSet) issues.push(requiredIssue(entity, name, field));
  }
}

function requiredIssue(entity: EntityDefinition, name: string, field: Field): FieldIssue {
  return { field: name, code: 'required', message: entity.requiredMessage ?? `${field.label} is required` };
}

/** What is wrong with a new date or time against the clock, where a person saves it; what is stored may stay. */
function timeIssue(
  name: string,
  field: Field,
  value: unknown,
  { now, stored }: ValidationContext,
): FieldIssue | undefined {
  if (now === undefined || typeof value !== 'string' || value === stored?.[name]) return undefined;
  // Date-time fields hold whole minutes, so a time within the current minute counts as now.
  if (field.notBeforeNow && Date.parse(value) < now - (now % 60_000)) {
    return { field: name, code: 'past', message: `${field.label} cannot be earlier than now` };
  }
  if (field.notAfterToday && value > indianDate(new Date(now).toISOString())) {
    return { field: name, code: 'invalid', message: `${field.label} cannot be later than today` };
  }
  if (field.earliest !== undefined && value < field.earliest) {
    const message = `${field.label} cannot be before ${formatDate(field.earliest)}`;
    return { field: name, code: 'invalid', message };
  }
  return undefined;
}

/** Dates in the wrong order, as the record would be; the pair that is stored so may stay. The later one is named. */
function issuesOfOrder(
  entity: EntityDefinition,
  values: Readonly<Record<string, unknown>>,
  stored: ValidationContext['stored'] = {},
): FieldIssue[] {
  const merged = { ...stored, ...values };
  return (entity.datesInOrder ?? []).flatMap(([first, then]): FieldIssue[] => {
    const [from, to] = [merged[first], merged[then]];
    const isNew = [first, then].some((name) => name in values && values[name] !== (stored[name] ?? null));
    if (!isNew || typeof from !== 'string' || typeof to !== 'string' || to >= from) return [];
    const message = `${fieldOf(entity, then).label} cannot be before ${fieldOf(entity, first).label}`;
    return [{ field: then, code: 'invalid', message }];
  });
}
