import type { EntityDefinition } from '#shared/model/entity.ts';
import type { Field } from '#shared/model/field.ts';
import { FILE_HASH } from '#shared/model/picture.ts';

/** A JSON Schema of the draft that OpenAPI 3.1 speaks. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/** What REST answers where a reference is shown with its name (server/rest/present.ts). */
const shownReference: JsonSchema = {
  type: ['object', 'null'],
  properties: { _id: { type: 'string' }, name: { type: 'string' } },
};

/** Name of a schema of the document: of the record as it is answered, and of what is sent to make or change it. */
export const schemaName = (entity: EntityDefinition, use: 'record' | 'new' | 'changes'): string =>
  `${entity.label.replace(/\W+(\w)/g, (_, letter: string) => letter.toUpperCase())}${{ record: '', new: 'New', changes: 'Changes' }[use]}`;

/** The schemas of an entity, generated from the model. */
export function recordSchemas(entity: EntityDefinition): Record<string, JsonSchema> {
  const fields = Object.entries(entity.fields);
  const settable = fields.filter(([, { serverSet }]) => !serverSet);
  const properties = Object.fromEntries(settable.map(([name, field]) => [name, givenSchema(field)]));
  const required = settable.filter(([, field]) => field.required).map(([name]) => name);
  return {
    [schemaName(entity, 'record')]: {
      type: 'object',
      description: `${entity.label}, with the fields that the role may read.`,
      required: ['_id'],
      properties: {
        _id: { type: 'string' },
        ...Object.fromEntries(
          fields
            .filter(([, { kind }]) => kind !== 'secret')
            .map(([name, field]) => [name, answeredSchema(entity, name, field)]),
        ),
        ...(entity.name === 'candidate' ? { addedBy: shownReference } : {}),
      },
    },
    [schemaName(entity, 'new')]: {
      type: 'object',
      properties,
      ...(required.length > 0 ? { required } : {}),
    },
    [schemaName(entity, 'changes')]: {
      type: 'object',
      description:
        'The fields that change, or the whole record: `_id`, `__v`, `createdAt`, `updatedAt`, `addedBy` and `map` are ignored; another field that is read-only may only be sent as it is.',
      properties,
    },
  };
}

function answeredSchema(entity: EntityDefinition, name: string, field: Field): JsonSchema {
  if (entity.name === 'inquiry' && name === 'leadStatus') return { ...shownReference, title: field.label };
  return { ...fieldSchema(field), ...(field.serverSet ? { readOnly: true } : {}) };
}

/** A reference is taken as an id or as an object with it. */
function givenSchema(field: Field): JsonSchema {
  if (field.kind !== 'reference') return fieldSchema(field);
  return { title: field.label, anyOf: [{ type: ['string', 'null'] }, shownReference] };
}

/** A field's value; an empty field is null. */
export function fieldSchema(field: Field): JsonSchema {
  return {
    title: field.label,
    ...kindSchema(field),
    ...(field.default === undefined ? {} : { default: field.default }),
  };
}

function kindSchema(field: Field): JsonSchema {
  const { maxLength } = field;
  const text = { type: ['string', 'null'], ...(maxLength === undefined ? {} : { maxLength }) };
  switch (field.kind) {
    case 'text':
    case 'longText':
    case 'phone':
    case 'reference':
      return text;
    case 'richText':
      return { ...text, contentMediaType: 'text/html' };
    case 'email':
      return { ...text, format: 'email' };
    case 'url':
      return { ...text, description: 'A web address, with or without https://' };
    case 'secret':
      return { ...text, format: 'password', writeOnly: true };
    case 'file':
      return {
        type: ['string', 'null'],
        pattern: FILE_HASH.source,
        description: 'SHA-256 of a picture that was sent; in form data the file itself',
      };
    case 'money':
      return { type: ['number', 'null'], minimum: 0, description: 'Rupees, two decimals at most' };
    case 'number':
      return { type: ['number', 'null'] };
    case 'date':
      return { type: ['string', 'null'], format: 'date' };
    case 'datetime':
      return { type: ['string', 'null'], format: 'date-time' };
    case 'boolean':
      return { type: ['boolean', 'null'] };
    case 'option':
      return { enum: [...(field.options ?? []), null] };
    case 'options':
      return { type: ['array', 'null'], items: { enum: [...(field.options ?? [])] } };
    case 'list':
      return { type: ['array', 'null'], items: { type: 'string' } };
    case 'object':
      return {
        type: ['object', 'null'],
        properties: Object.fromEntries(
          Object.entries(field.parts ?? {}).map(([name, part]) => [name, fieldSchema(part)]),
        ),
      };
  }
}
