import type { Actor } from '#shared/access/permissions.ts';
import { joinConditions, quote } from '#shared/model/list-query.ts';
import { namesFiles, textFieldsOf } from '#shared/model/named-files.ts';
import type { EntityDefinition } from '#shared/model/entity.ts';
import { documentFieldsOf, FILE_HASH, fileFieldsOf, type PictureType } from '#shared/model/picture.ts';
import { PlainError } from '#shared/protocol/errors.ts';
import { PIECE_BYTES, type FileSize } from '#shared/protocol/sync.ts';
import type { Database } from '../database/database.ts';
import { projections } from '../records/visibility.ts';
import { UNUSED_DAYS } from './clean-up.ts';
import { maySendFiles, type FileServices } from './keep-file.ts';
import { idsNamingInText } from './text-files.ts';
import { DAY_MS } from '#shared/format/time.ts';

const THUMBNAIL_TYPE: PictureType = 'image/webp';

export interface GivenFile {
  /** As the content was found to be when it was stored; never what the sender called it. */
  type: string;
  bytes: Buffer;
  /** The record for whose sake it is given; absent for who sent it and has no record with it yet. */
  of?: { entity: string; recordId: string };
  /** Whether it is given as somebody's document: a page that was scanned is a picture by its content. */
  isDocument: boolean;
}

/** How a file is wanted: a thumbnail of a picture, or a piece of it from a byte on; else as a whole. */
export interface Wanted {
  size?: FileSize | undefined;
  at?: number | undefined;
}

/**
 * A file, or its thumbnail, for those who may see it; null for all others, and where there is none.
 * @throws PlainError `not-found` where no thumbnail can be made: the file itself is never given in its place.
 */
export async function giveFile(
  { database, files, thumbnails }: FileServices,
  actor: Actor,
  hash: string,
  { size, at }: Wanted = {},
): Promise<GivenFile | null> {
  if (!FILE_HASH.test(hash)) return null;
  const [kept] = await database.all<{ type: string }>('SELECT "type" FROM "files" WHERE "hash" = ?', [hash]);
  if (!kept) return null;
  const named = await namedFor(database, actor, hash);
  const isDocument = named?.isDocument ?? false;
  if (!named && !(await isOwnUpload(database, actor, hash))) return null;
  if (size === 'thumbnail') {
    const small = await thumbnails.of(hash, actor._id, () => files.read(hash));
    if (small) return { type: THUMBNAIL_TYPE, bytes: small, isDocument };
    throw new PlainError('not-found', 'This picture cannot be opened. Choose another one for the record.');
  }
  const bytes = await (at === undefined ? files.read(hash) : files.readFrom(hash, at, PIECE_BYTES));
  return (
    bytes && {
      type: kept.type,
      bytes,
      isDocument,
      ...(named ? { of: { entity: named.entity, recordId: named.recordId } } : {}),
    }
  );
}

interface Naming {
  entity: string;
  recordId: string;
  isDocument: boolean;
}

/**
 * A record that the actor may read, and that names the file in a field that the actor may read; null where there is none.
 * Documents come first: a picture that is somebody's document as well is told of as that.
 */
async function namedFor(database: Database, actor: Actor, hash: string): Promise<Naming | null> {
  const entities = database.model.entities.filter(namesFiles);
  const isOfDocuments = (entity: EntityDefinition): boolean => documentFieldsOf(entity).length > 0;
  for (const entity of [
    ...entities.filter(isOfDocuments),
    ...entities.filter((each) => !isOfDocuments(each)),
  ]) {
    const seen = projections(entity, actor);
    const naming = [
      ...fileFieldsOf(entity).map((name) => ({ name, sql: `${quote(name)} = ?` })),
      ...textFieldsOf(entity).map((name) => ({ name, sql: `"_id" IN (${idsNamingInText(entity, name)})` })),
    ];
    for (const { name, sql } of naming) {
      const readable = seen.filter(({ fields }) => fields.includes(name));
      if (readable.length === 0) continue;
      const rows = joinConditions(
        readable.map(({ condition }) => condition),
        'OR',
      );
      const [found] = await database.all<{ _id: string }>(
        `SELECT "_id" FROM ${quote(entity.name)}
         WHERE ${sql} AND "deletedAt" IS NULL AND ${rows.sql} LIMIT 1`,
        [hash, ...rows.params],
      );
      if (found)
        return {
          entity: entity.name,
          recordId: found._id,
          isDocument: documentFieldsOf(entity).includes(name),
        };
    }
  }
  return null;
}

/** Who sent a file sees it until the record that is to name it has come. */
async function isOwnUpload(database: Database, actor: Actor, hash: string): Promise<boolean> {
  if (!maySendFiles(database.model, actor.role)) return false;
  const [sent] = await database.all(
    'SELECT 1 AS "found" FROM "file_uploads" WHERE "hash" = ? AND "userId" = ? AND "at" > ?',
    [hash, actor._id, new Date(Date.now() - UNUSED_DAYS * DAY_MS).toISOString()],
  );
  return sent !== undefined;
}
