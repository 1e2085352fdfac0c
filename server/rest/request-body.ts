import type { Request, RequestHandler } from 'express';
import type { EntityDefinition } from '#shared/model/entity.ts';
import type { Field } from '#shared/model/field.ts';
import { fileFieldsOf } from '#shared/model/picture.ts';
import { PlainError } from '#shared/protocol/errors.ts';
import { json } from '../http/calls.ts';
import { jsonRefusal } from '../http/json-size.ts';
import { formReader } from './form.ts';

/** Old clients send these along; they are ignored (decision 14), and so is what follows from an email. */
const IGNORED = new Set(['_id', '__v', 'createdAt', 'updatedAt', 'addedBy', 'map', 'userName']);

const readJson = json();

/** Reads a JSON body, or a multipart form with files in the entity's file fields and nowhere else. */
export const readBodyOf = (entity: EntityDefinition): RequestHandler => bodyReader(fileFieldsOf(entity));

/** Reads a JSON body, or a multipart form without files. */
export const readBody: RequestHandler = bodyReader([]);

function bodyReader(fileFields: readonly string[]): RequestHandler {
  const readForm = formReader(fileFields);
  return (request, response, next) => {
    if (request.is('multipart/form-data')) readForm(request, response, next);
    else readJson(request, response, next);
  };
}

/**
 * The fields of a record that a client wants to set, with references as ids.
 * @throws PlainError `bad-request` where the body is not an object.
 */
export function changesOf(request: Request, entity: EntityDefinition): Record<string, unknown> {
  const body: unknown = request.body;
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw new PlainError('bad-request', 'Send the fields of the record as a JSON object.');
  }
  const isForm = Boolean(request.is('multipart/form-data'));
  const changes: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(body)) {
    if (IGNORED.has(name)) continue;
    // Assigned, it would become the prototype, and its parts would be read as fields.
    if (name === '__proto__') throw new PlainError('invalid', `${entity.label} has no field "__proto__".`);
    const field = Object.hasOwn(entity.fields, name) ? entity.fields[name] : undefined;
    const given: unknown = isForm ? formValue(field, value) : value;
    changes[name] = field?.kind === 'reference' ? referenceId(name, field, given) : given;
  }
  return changes;
}

/** Kinds whose value a form can only write as one text of JSON. */
const WRITTEN_AS_JSON = new Set<Field['kind'] | undefined>(['options', 'list', 'object', 'reference']);

/** A form writes an empty value as the word, a list perhaps as one text of JSON, and each line's end as CR LF. */
function formValue(field: Field | undefined, value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withPlainLines);
  if (value === 'null' || value === 'undefined') return null;
  if (typeof value !== 'string') return value;
  if (!WRITTEN_AS_JSON.has(field?.kind) || !/^\s*[[{]/.test(value)) return withPlainLines(value);
  const refusal = jsonRefusal(Buffer.from(value));
  if (refusal) throw refusal;
  return parsedOr(value);
}

/** A text is the same whichever way it came: else a note of two lines would differ from the stored one. */
const withPlainLines = (value: unknown): unknown =>
  typeof value === 'string' ? value.replaceAll('\r\n', '\n') : value;

function parsedOr(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}

/** The id of a reference given as an object; one without anything in it is empty. */
function referenceId(name: string, { label }: Field, value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if ('_id' in value) return value._id;
  if (!Array.isArray(value) && Object.values(value).every(isEmpty)) return null;
  const message = `${label} must be given with its _id`;
  throw new PlainError('invalid', `${message}.`, [{ field: name, code: 'invalid', message }]);
}

const isEmpty = (value: unknown): boolean => value === null || value === undefined || value === '';
