import { fieldOf } from '#shared/model/entity.ts';
import { textFieldsOf } from '#shared/model/named-files.ts';
import { DOCUMENT_TYPES } from '#shared/model/document-file.ts';
import { fileFieldsOf, PICTURE_TYPES } from '#shared/model/picture.ts';
import { PlainError } from '#shared/protocol/errors.ts';
import { namedAnew, noteTextFiles, notToBeNamed } from '../files/text-files.ts';
import type { Batch } from './batch.ts';
import type { Change } from './change.ts';

/**
 * A record names only files that the server has, and of the kind that the field is for: they are sent before it. A text,
 * only those that were sent for one.
 */
export async function assertFiles(batch: Batch, { entity, id, row, values }: Change): Promise<void> {
  for (const name of fileFieldsOf(entity)) {
    const hash = values[name];
    if (typeof hash !== 'string') continue;
    const { label, document: isDocument } = fieldOf(entity, name);
    const [kept] = await batch.ask<{ type: string }>('SELECT "type" FROM "files" WHERE "hash" = ?', [hash]);
    if (kept && fits(kept.type, isDocument ? Object.keys(DOCUMENT_TYPES) : PICTURE_TYPES)) continue;
    const message = kept
      ? `${label} takes another kind of file. Choose another one`
      : `${label} has not reached the server. Choose the ${isDocument ? 'document' : 'picture'} again`;
    throw new PlainError('invalid', `${message}.`, [{ field: name, code: 'invalid', message }]);
  }
  for (const field of textFieldsOf(entity)) {
    const anew = field in values ? namedAnew(row?.[field], values[field]) : [];
    if (anew.length === 0) continue;
    const text = { entity, recordId: id, field };
    const ask = batch.ask.bind(batch);
    if ((await notToBeNamed(ask, text, batch.author._id, anew)) === undefined) continue;
    const message = `A picture in ${fieldOf(entity, field).label} has not reached the server as one of this text. Take it out and insert it from your computer`;
    throw new PlainError('invalid', `${message}.`, [{ field, code: 'invalid', message }]);
  }
}

/** @param change as it was before it was written: its row holds the old texts. */
export async function noteFiles(batch: Batch, { entity, id, row, values }: Change): Promise<void> {
  for (const field of textFieldsOf(entity)) {
    if (!(field in values)) continue;
    const text = { entity, recordId: id, field };
    await batch.alongside((trx) => noteTextFiles(trx, text, row?.[field], values[field]));
  }
}

const fits = (type: string, types: readonly string[]): boolean => types.includes(type);
