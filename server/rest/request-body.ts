import type { Request, RequestHandler } from 'express';
import multer, { MulterError } from 'multer';
import type { EntityDefinition } from '#shared/model/entity.ts';
import type { Field } from '#shared/model/field.ts';
import { fileFieldsOf, MAX_FILE_BYTES } from '#shared/model/picture.ts';
import { PlainError } from '#shared/protocol/errors.ts';
import { BODY_LIMIT, isTooDeep, json, TOO_DEEP } from '../http/calls.ts';

/** Old clients send these along; they are ignored (decisions, "REST"), and so is what follows from an email. */
const IGNORED = new Set(['_id', '__v', 'createdAt', 'updatedAt', 'addedBy', 'map', 'userName']);

const readJson = json();
const formLimits = { fieldSize: BODY_LIMIT, fields: 500, parts: 500, fieldNameSize: 100 };

/** Reads a JSON body, or a multipart form with files in the entity's file fields and nowhere else. */
export const readBodyOf = (entity: EntityDefinition): RequestHandler => bodyReader(fileFieldsOf(entity));

/** Reads a JSON body, or a multipart form without files. */
export const readBody: RequestHandler = bodyReader([]);

function bodyReader(names: readonly string[]): RequestHandler {
  const limits = { ...formLimits, fileSize: MAX_FILE_BYTES };
  const form = multer({ storage: multer.memoryStorage(), limits });
  const readForm =
    names.length === 0 ? form.none() : form.fields(names.map((name) => ({ name, maxCount: 1 })));
  return (request, response, next) => {
    if (!request.is('multipart/form-data')) {
      readJson(request, response, next);
      return;
    }
    readForm(request, response, (error?: unknown) =>
      next(error === undefined ? undefined : unreadable(error)),
    );
  };
}

/** The form is kept in memory, so that whatever fails but a limit lies in how it was sent. */
function unreadable(error: unknown): unknown {
  if (error instanceof MulterError) return error;
  return new PlainError('bad-request', 'The form is not complete or cannot be read. Send it again.');
}

/** The files of a multipart form, each with the field that it belongs to. */
export function filesOf(request: Request): { field: string; bytes: Uint8Array }[] {
  const { files } = request;
  if (!files || Array.isArray(files)) return [];
  return Object.entries(files).flatMap(([field, given]) =>
    given.map(({ buffer }) => ({ field, bytes: buffer })),
  );
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
  const parsed = parsedOr(value);
  if (isTooDeep(parsed)) throw TOO_DEEP;
  return parsed;
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
