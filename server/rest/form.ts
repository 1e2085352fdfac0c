import type { IncomingMessage } from 'node:http';
import busboy, { type Busboy } from 'busboy';
import type { RequestHandler } from 'express';
import { MAX_FILE_BYTES, PICTURE_TOO_LARGE } from '#shared/model/picture.ts';
import { PlainError } from '#shared/protocol/errors.ts';
import { FORM_BODY_LIMIT } from '../http/body-limits.ts';

/** More than any record has fields and items of lists. */
const MOST_PARTS = 500;
const LONGEST_NAME = 100;
/**
 * A field, or `field[]` or `field[0]` for an item of a list, in the order in which they come. Nothing else unfolds, and an
 * index makes no list longer than its items.
 */
const FIELD_NAME = /^([^[\]]+)(\[(?:\d{1,3})?\])?$/;

export interface FormFile {
  field: string;
  bytes: Uint8Array;
}

interface Form {
  /** Texts by field; a list where a field came more than once or as `field[]`. */
  body: Record<string, string | string[]>;
  files: FormFile[];
}

const files = new WeakMap<IncomingMessage, readonly FormFile[]>();

/** The files of a multipart form, each with the field that it belongs to. */
export const filesOf = (request: IncomingMessage): readonly FormFile[] => files.get(request) ?? [];

/** Reads a multipart form into `request.body` and `filesOf`; it holds no more of it than FORM_BODY_LIMIT. */
export function formReader(fileFields: readonly string[]): RequestHandler {
  return (request, _response, next) => {
    readForm(request, fileFields).then((form) => {
      request.body = form.body;
      files.set(request, form.files);
      next();
    }, next);
  };
}

const tooLarge = (): PlainError =>
  new PlainError('too-large', 'The form is too large. Shorten its texts and save again.');
const unreadable = (): PlainError =>
  new PlainError('bad-request', 'The form is not complete or cannot be read. Send it again.');
const takesNoFile = (name: string): PlainError =>
  new PlainError('invalid', `"${name.slice(0, LONGEST_NAME)}" takes no file. Send the record without it.`);
const takesOneFile = (name: string): PlainError =>
  new PlainError('invalid', `"${name}" takes one file. Send the record with one of them.`);

/** Whatever fails ends the reading at once: what is still to come is thrown away as it comes. */
function readForm(request: IncomingMessage, fileFields: readonly string[]): Promise<Form> {
  return new Promise((resolve, reject) => {
    if (Number(request.headers['content-length'] ?? 0) > FORM_BODY_LIMIT) {
      reject(tooLarge());
      return;
    }
    const parser = parserOf(request);
    if (!parser) {
      reject(unreadable());
      return;
    }
    const form: Form = { body: Object.create(null) as Form['body'], files: [] };
    let length = 0;
    const fail = (error: PlainError): void => {
      request.off('data', count);
      request.unpipe(parser);
      request.resume();
      // Not within one of its own events, and not waiting for the end of a file that nobody reads.
      setImmediate(() => parser.destroy());
      reject(error);
    };
    const count = (chunk: Buffer): void => {
      length += chunk.length;
      if (length > FORM_BODY_LIMIT) fail(tooLarge());
    };
    takeFields(parser, form, fail);
    takeFiles(parser, form, fileFields, fail);
    parser.on('error', () => fail(unreadable()));
    parser.on('close', () => resolve(form));
    request.on('data', count);
    request.once('close', () => {
      if (!request.complete) fail(unreadable());
    });
    request.pipe(parser);
  });
}

/** null where the head of the call is not that of a form. */
function parserOf(request: IncomingMessage): Busboy | null {
  try {
    return busboy({
      headers: request.headers,
      limits: {
        fieldSize: FORM_BODY_LIMIT,
        fileSize: MAX_FILE_BYTES + 1,
        parts: MOST_PARTS + 1,
        headerPairs: 20,
      },
    });
  } catch {
    return null;
  }
}

function takeFields(parser: Busboy, { body }: Form, fail: (error: PlainError) => void): void {
  parser.on('partsLimit', () => fail(tooLarge()));
  parser.on('field', (given = '', value, { nameTruncated }) => {
    const [, name, inList] = FIELD_NAME.exec(given) ?? [];
    if (name === undefined || given.length > LONGEST_NAME || nameTruncated) {
      fail(badName(given));
      return;
    }
    const before = body[name];
    if (Array.isArray(before)) before.push(value);
    else if (before !== undefined) body[name] = [before, value];
    else body[name] = inList ? [value] : value;
  });
}

function badName(given: string): PlainError {
  return new PlainError(
    'bad-request',
    `The form has a field "${given.slice(0, LONGEST_NAME)}". Write lists as field[] for each item, and objects as JSON.`,
  );
}

function takeFiles(
  parser: Busboy,
  form: Form,
  fileFields: readonly string[],
  fail: (error: PlainError) => void,
): void {
  // The next one is heard of before the one before it has ended.
  const begun = new Set<string>();
  parser.on('file', (field = '', stream, { filename }) => {
    // A form that ends within a file, also because it was refused: the parser says so itself.
    stream.on('error', () => undefined);
    // An input where nothing was chosen comes as a part without a name of a file.
    if (!filename) {
      stream.resume();
      return;
    }
    if (!fileFields.includes(field) || begun.has(field)) {
      stream.resume();
      fail(begun.has(field) ? takesOneFile(field) : takesNoFile(field));
      return;
    }
    begun.add(field);
    const chunks: Buffer[] = [];
    stream.on('data', (chunk: Buffer) => chunks.push(chunk));
    stream.on('limit', () => fail(new PlainError('too-large', PICTURE_TOO_LARGE)));
    stream.on('end', () => form.files.push({ field, bytes: Buffer.concat(chunks) }));
  });
}
