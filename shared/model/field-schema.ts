import { indianDate, instantOf } from '#shared/format/dates.ts';
import { formatNumber } from '#shared/format/numbers.ts';
import { isUnseen, visibleText } from '#shared/format/visible-text.ts';
import {
  isDisguisedAddress,
  isHarmfulLink,
  isPlaceOnWebsite,
  leavesOutScheme,
  openableAddress,
} from '#shared/format/web-address.ts';
import { z } from 'zod';
import { isTooDeep } from './json-size.ts';
import type { Field } from './field.ts';
import { MOST_TEXT_PICTURES, picturesInText, tooManyPictures } from './named-files.ts';
import { FILE_HASH } from './picture.ts';

const emptyToNull = (value: unknown): unknown =>
  typeof value === 'string' && isUnseen(value) ? null : value;

/** Old clients and forms send numbers as their digits; nothing else becomes a number. */
const digitsToNumber = (value: unknown): unknown =>
  typeof value === 'string' && /^[-+]?\d+(\.\d+)?$/.test(value.trim()) ? Number(value) : value;

/** Old clients send some texts, such as a year or a phone number, as numbers. */
const numberToText = (value: unknown): unknown =>
  typeof value === 'number' && Number.isFinite(value) ? String(value) : value;

/** PostgreSQL cannot store a NUL, and no engine half of a surrogate pair: each would store something else. */
const storable = (value: string): boolean => !/[\0\p{Cs}]/u.test(value);

const singleLine = (value: string): string => value.replace(/[\t-\r\u0085\u2028\u2029]+/g, ' ').trim();

/** What nobody sees would keep a text from being found, and turn around what stands beside it. */
const visibleLine = (value: string): string => visibleText(singleLine(value)).trim();

/** Blanks and what is not seen are taken off a text before it is measured; so much may come with it. */
const TIMES_AS_SENT = 10;
const MOST_ITEMS = 1_000;

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
  // What is too long is not judged any further: it may be as long as a request.
  const atMost = { error: tooLong, abort: true };
  const plainText = z
    .string(`${label} must be text`)
    .max(TIMES_AS_SENT * max, atMost)
    .refine(storable, `${label} has a character that cannot be stored`);
  const inLength = z.string().max(max, atMost);
  const asGiven = plainText.transform(singleLine).pipe(inLength);
  const lineOfText = plainText.transform(visibleLine).pipe(inLength);
  // Where an address leads is not changed unasked: one with such characters is refused, and only other text is cleaned.
  const plainAddress = asGiven
    .refine(
      (value) => !isDisguisedAddress(value),
      `${label} has characters that do not show or look like others. Type the address by hand, such as https://example.com`,
    )
    .transform(visibleLine);
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
      return lineOfText;
    case 'secret':
    case 'reference':
      return asGiven;
    case 'file':
      return asGiven.pipe(z.string().regex(FILE_HASH, `${label} must name a picture that was sent`));
    case 'longText':
      return field.json
        ? plainText.max(max, atMost).refine(isJsonOf(field.json), `${label} must be JSON of its form`)
        : plainText.transform(visibleText).pipe(inLength);
    case 'richText':
      return plainText
        .max(max, atMost)
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
        [
          z.iso.date(notDate),
          z.iso.datetime({ offset: true, error: notDate }).transform(indianDate).refine(isInOrder, notDate),
        ],
        {
          error: notDate,
        },
      );
    case 'datetime':
      return z
        .union([z.iso.datetime({ offset: true, local: true, error: notTime }), z.iso.date(notTime)], {
          error: notTime,
        })
        .transform(toUtc)
        .refine(isInOrder, notTime);
    case 'boolean':
      return z.union([z.boolean(), z.enum(['true', 'false']).transform((word) => word === 'true')], {
        error: `${label} must be true or false`,
      });
    case 'option':
      return z.enum(field.options ?? [], `${label} must be one of the listed values`);
    case 'options':
      return z.preprocess(
        oneToList,
        fewItems(label)
          .pipe(z.array(z.enum(field.options ?? [], `${label} must be among the listed values`)))
          .transform(distinct)
          .transform(noneToNull),
      );
    case 'list':
      return z.preprocess(
        oneToList,
        fewItems(label)
          .pipe(z.array(plainText))
          .transform((items) => items.map((item) => visibleText(item).trim()).filter((item) => item !== ''))
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

/** A list is counted before its items are judged: each wrong one has a sentence of its own. */
const fewItems = (label: string): z.ZodArray<z.ZodUnknown> =>
  z
    .array(z.unknown(), `${label} must be a list of texts`)
    .max(MOST_ITEMS, { error: `${label} may have ${formatNumber(MOST_ITEMS)} items at most`, abort: true });

const isJsonOf =
  (schema: z.ZodType) =>
  (text: string): boolean => {
    try {
      return !isTooDeep(text) && schema.safeParse(JSON.parse(text)).success;
    } catch {
      return false;
    }
  };

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

/** Dates are compared as texts: by its zone a time at the end of the year 9999 is one of the year +010000, before all others. */
const isInOrder = (iso: string): boolean => /^\d/.test(iso);

/** A time without a zone was written in India, by an old client's date-time field. */
const toUtc = (iso: string): string => new Date(instantOf(iso)).toISOString();
