import { storedFields, type EntityDefinition } from '#shared/model/entity.ts';
import type { Field } from '#shared/model/field.ts';
import type { Calendar } from './calendar.ts';
import { plainWord } from './contact-details.ts';
import { Random } from './random.ts';
import { calendarOf, type DemoOptions } from './record-base.ts';

/**
 * Values for the stored fields that a demo record does not have. Each field has a random stream of its own, so that a
 * new one leaves all others as they were.
 * @param index the record's place among those of its entity
 */
export function otherValues(
  entity: EntityDefinition,
  record: object,
  options: DemoOptions,
  index: number,
): Record<string, unknown> {
  const calendar = calendarOf(options);
  const ordered = new Set(entity.datesInOrder?.flat());
  return Object.fromEntries(
    storedFields(entity)
      .filter(([name]) => !Object.hasOwn(record, name))
      .map(([name, field]) => {
        const random = new Random(options.seed, `${entity.name} ${name}`, index);
        // Of two days in order each depends on the other: both stay empty.
        return [name, ordered.has(name) ? null : valueFor(field, random, calendar, index)];
      }),
  );
}

/** What the server sets, a file and a reference stay empty: they say something of other records. */
function valueFor(field: Field, random: Random, calendar: Calendar, index: number): unknown {
  if (field.serverSet) return null;
  if (field.default !== undefined) return field.default;
  // What must be unlike all others tells them apart by its number.
  const number = field.unique ? index + 1 : random.integer(1, 20);
  const words = `${field.label} ${number}`;
  const word = plainWord(words);
  switch (field.kind) {
    case 'text':
    case 'longText':
      if (field.json) return '{}';
      return field.isLink
        ? `https://www.example.com/${word}`
        : words.slice(-(field.maxLength ?? words.length));
    case 'richText':
      return `<p>${plainWord(field.label)} ${number}</p>`;
    case 'email':
      return `${word}@example.com`;
    case 'url':
      return `https://www.example.com/${word}`;
    case 'phone':
      return `90000 ${10_000 + (field.unique ? index : random.integer(0, 9_999))}`;
    case 'money':
    case 'number':
      return number * 1_000;
    case 'date':
      return calendar.date(-number);
    case 'datetime':
      return calendar.time(field.notBeforeNow ? number : -number, 12 * 60);
    case 'boolean':
      return random.chance(0.5);
    case 'option':
      return random.pick(field.options ?? []);
    case 'options':
      return [random.pick(field.options ?? [])];
    case 'list':
      return [words];
    case 'object':
      return Object.fromEntries(
        Object.entries(field.parts ?? {}).map(([name, part]) => [
          name,
          valueFor(part, random, calendar, index),
        ]),
      );
    default:
      return null;
  }
}
