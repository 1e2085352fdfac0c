import type { Field } from '#shared/model/field.ts';

/** A valid value for a field of any kind, told apart by `mark`: tests are generated from the model with it. */
export function sampleValue(field: Field, name: string, mark: string): unknown {
  switch (field.kind) {
    case 'longText':
      return field.json ? JSON.stringify({ search: `${name} ${mark}` }) : `${name} ${mark}`;
    case 'text':
    case 'secret':
      return `${name} ${mark}`;
    case 'file':
      return hashOf(mark + name)
        .toString(16)
        .padStart(64, '0');
    case 'richText':
      return `<p>${name} ${mark}</p>`;
    case 'email':
      return `${name.toLowerCase()}-${mark.toLowerCase()}@sample.test`;
    case 'url':
      return `https://${mark.toLowerCase()}.sample.test/${name}`;
    case 'phone':
      return `90000 ${String(10_000 + (hashOf(mark + name) % 80_000))}`;
    case 'money':
    case 'number':
      return 1_000 + (hashOf(mark + name) % 1_000);
    case 'date':
      // Of two days in an order the first lies before whatever is stored of the second.
      return `${field.notAfterToday || name === 'DOJ' ? 2001 : 2031}-02-${String(1 + (hashOf(mark + name) % 28)).padStart(2, '0')}`;
    case 'datetime':
      // What was done about somebody was done in the past.
      return `${name === 'at' ? 2021 : 2031}-02-03T04:05:00.000Z`;
    case 'boolean':
      return true;
    case 'option':
      return field.options?.[0];
    case 'options':
      return [field.options?.[0]];
    case 'list':
      return [`${name} ${mark}`];
    case 'reference':
      return null;
    case 'object':
      return Object.fromEntries(
        Object.entries(field.parts ?? {}).map(([part, definition]) => [
          part,
          sampleValue(definition, part, mark),
        ]),
      );
  }
}

function hashOf(text: string): number {
  let hash = 7;
  for (const character of text) hash = (hash * 31 + character.charCodeAt(0)) % 1_000_003;
  return hash;
}
