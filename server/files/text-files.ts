import type { EntityDefinition } from '#shared/model/entity.ts';
import { quote } from '#shared/model/list-query.ts';
import { picturesInText, textFieldsOf } from '#shared/model/named-files.ts';
import { fileFieldsOf } from '#shared/model/picture.ts';
import type { Transaction } from '../database/database.ts';
import type { Model } from '../database/model.ts';

/** A text of one record. */
export interface TextOf {
  entity: EntityDefinition;
  recordId: string;
  field: string;
}

const hashesOf = (html: unknown): Set<string> =>
  new Set(typeof html === 'string' ? picturesInText(html) : []);

/** The hashes that a text names anew. */
export function namedAnew(before: unknown, after: unknown): string[] {
  const known = hashesOf(before);
  return [...hashesOf(after)].filter((hash) => !known.has(hash));
}

/**
 * Notes what a text names now, in the transaction that writes it. What it no longer names stays noted as that until the
 * file goes: an older text may be put back by somebody else than who sent its pictures.
 */
export async function noteTextFiles(
  trx: Transaction,
  { entity, recordId, field }: TextOf,
  before: unknown,
  after: unknown,
): Promise<void> {
  const place = [entity.name, recordId, field];
  for (const hash of namedAnew(after, before)) {
    await trx.all(
      `UPDATE "text_files" SET "named" = 0 WHERE "hash" = ? AND "entity" = ? AND "recordId" = ? AND "field" = ?`,
      [hash, ...place],
    );
  }
  for (const hash of namedAnew(before, after)) {
    await trx.all(
      `INSERT INTO "text_files" ("hash", "entity", "recordId", "field", "named") VALUES (?, ?, ?, ?, 1)
       ON CONFLICT ("hash", "entity", "recordId", "field") DO UPDATE SET "named" = 1`,
      [hash, ...place],
    );
  }
}

/**
 * The first of some files that the author may not put into a text; undefined where there is none. A file must be here,
 * and the author have sent it for a text, or this very text have named it before. So writing down the hash of a picture
 * that belongs to another record, such as a student's photo, publishes nothing.
 */
export async function notToBeNamed(
  ask: <Answer>(sql: string, params: readonly string[]) => Promise<Answer[]>,
  { entity, recordId, field }: TextOf,
  authorId: string,
  hashes: readonly string[],
): Promise<string | undefined> {
  for (const hash of hashes) {
    const [found] = await ask<{ found: number }>(
      `SELECT 1 AS "found" FROM "files" WHERE "hash" = ? AND (
         EXISTS (SELECT 1 FROM "file_uploads" WHERE "file_uploads"."hash" = "files"."hash"
           AND "userId" = ? AND "forTextAt" IS NOT NULL)
         OR EXISTS (SELECT 1 FROM "text_files" WHERE "text_files"."hash" = "files"."hash"
           AND "entity" = ? AND "recordId" = ? AND "field" = ?))`,
      [hash, authorId, entity.name, recordId, field],
    );
    if (!found) return hash;
  }
  return undefined;
}

/** SQL, with the hash as its parameter, for the ids of an entity's records whose text names a file. */
export const idsNamingInText = (entity: EntityDefinition, field: string): string =>
  `SELECT "recordId" FROM "text_files"
   WHERE "hash" = ? AND "entity" = '${entity.name}' AND "field" = '${field}' AND "named" = 1`;

/** SQL for the hashes that records name, deleted ones among them, each from a place with an index on the hash. */
export function namingSelects({ entities }: Model): string[] {
  const inFields = entities.flatMap((entity) =>
    fileFieldsOf(entity).map(
      (name) => `SELECT ${quote(name)} AS "hash" FROM ${quote(entity.name)} WHERE ${quote(name)} IS NOT NULL`,
    ),
  );
  const anyText = entities.some((entity) => textFieldsOf(entity).length > 0);
  return anyText ? [...inFields, `SELECT "hash" FROM "text_files" WHERE "named" = 1`] : inFields;
}
