import { createHash } from 'node:crypto';
import { maySet } from '#shared/access/permissions.ts';
import type { Role } from '#shared/access/roles.ts';
import type { EntityDefinition } from '#shared/model/entity.ts';
import { documentRefusal, documentTypeOf } from '#shared/model/document-file.ts';
import { type SentFor, textFieldsOf } from '#shared/model/named-files.ts';
import { documentFieldsOf, pictureFieldsOf, pictureRefusal, pictureTypeOf } from '#shared/model/picture.ts';
import { PlainError } from '#shared/protocol/errors.ts';
import type { Session } from '../auth/sessions.ts';
import type { Database } from '../database/database.ts';
import type { Model } from '../database/model.ts';
import type { FileStore } from './store.ts';
import type { Thumbnails } from './thumbnails.ts';
import { tellRefusedHourly } from '../audit/refused-hourly.ts';
import { assertRoom, type Sender } from './unnamed-room.ts';

export interface FileServices {
  database: Database;
  files: FileStore;
  thumbnails: Thumbnails;
}

/** The fields for which a file may be sent in this way: a text's picture may come as one of a field's too. */
const fieldsFor: Readonly<Record<SentFor, (entity: EntityDefinition) => readonly string[]>> = {
  field: (entity) => [...pictureFieldsOf(entity), ...textFieldsOf(entity)],
  text: textFieldsOf,
  document: documentFieldsOf,
};

/** Whether the role may set some field that names a file, or a text that may show one. */
export function maySendFiles(model: Model, role: Role, sentFor?: SentFor): boolean {
  const ways = sentFor ? [sentFor] : (['field', 'document'] as const);
  return model.entities.some((entity) =>
    ways.flatMap((way) => fieldsFor[way](entity)).some((name) => maySet(entity, role, name)),
  );
}

/** @throws PlainError `forbidden` for a role that could not use a file. */
export function assertMaySend(model: Model, session: Session, sentFor: SentFor = 'field'): void {
  if (maySendFiles(model, session.role, sentFor)) return;
  const what = sentFor === 'document' ? 'documents' : 'pictures';
  throw new PlainError('forbidden', `Your role may not send ${what}.`);
}

export const hashOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/**
 * Keeps a file until a record names it, or long enough for one to do so. The same content again is as good as once.
 * Gives its hash.
 * @throws PlainError `too-large`, also where the sender has sent too much that no record names, or `invalid`.
 */
export async function keepFile(
  { database, files }: FileServices,
  sender: Sender,
  bytes: Uint8Array,
  sentFor: SentFor = 'field',
): Promise<string> {
  const isDocument = sentFor === 'document';
  const type = isDocument ? documentTypeOf(bytes) : pictureTypeOf(bytes);
  const refusal = isDocument ? documentRefusal(bytes) : pictureRefusal(bytes);
  if (refusal || !type) throw new PlainError(refusal?.code ?? 'invalid', refusal?.message ?? '');
  const hash = hashOf(bytes);
  const asked = { hash, size: bytes.byteLength };
  try {
    await assertRoom(database, database.model, sender, asked);
    await files.write(hash, bytes);
    await database.write(async (trx, log) => {
      // Many may have been sent at once.
      await assertRoom(trx, database.model, sender, asked).catch(async (error: unknown) => {
        await files.remove(hash);
        throw error;
      });
      // The clean-up removes files under this lock: one may have gone since it was found to be there.
      await files.write(hash, bytes);
      await trx.all(
        `INSERT INTO "files" ("hash", "type", "size", "unusedSince") VALUES (?, ?, ?, ?)
         ON CONFLICT ("hash") DO UPDATE SET "unusedSince" =
           CASE WHEN "files"."unusedSince" IS NULL THEN NULL ELSE excluded."unusedSince" END`,
        [hash, type, bytes.byteLength, log.at],
      );
      await trx.all(
        `INSERT INTO "file_uploads" ("hash", "userId", "at", "forTextAt") VALUES (?, ?, ?, ?)
         ON CONFLICT ("hash", "userId") DO UPDATE SET "at" = excluded."at",
           "forTextAt" = COALESCE(excluded."forTextAt", "file_uploads"."forTextAt")`,
        [hash, sender.userId, log.at, sentFor === 'text' ? log.at : null],
      );
    });
  } catch (error) {
    if (error instanceof PlainError)
      await tellRefusedHourly(database, { action: 'pictures-refused', ...sender });
    throw error;
  }
  return hash;
}
