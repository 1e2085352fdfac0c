import { entityNames, entityOf, type EntityName } from '#shared/model/entities.ts';
import { quote } from '#shared/model/list-query.ts';
import { FILES_PATH, picturesInText, textFieldsOf } from '#shared/model/named-files.ts';
import { tableOf } from '#shared/node/cache/cache-schema.ts';
import type { Cache } from '../cache/cache.ts';

const texts: readonly { entity: EntityName; field: string }[] = entityNames.flatMap((entity) =>
  textFieldsOf(entityOf(entity)).map((field) => ({ entity, field })),
);

/** The pictures that the texts of a cache show, read again when such a record changes: reading a text takes its time. */
export class PicturesInTexts {
  #kept: { cache: Cache; versions: string; hashes: ReadonlySet<string> } | undefined;

  /** Hashes of the pictures. @param cache an open one. */
  of(cache: Cache): ReadonlySet<string> {
    const versions = texts.map(({ entity }) => cache.version(entity)).join();
    if (this.#kept?.cache !== cache || this.#kept.versions !== versions) {
      this.#kept = { cache, versions, hashes: readHashes(cache) };
    }
    return this.#kept.hashes;
  }
}

function readHashes(cache: Cache): Set<string> {
  const found = new Set<string>();
  for (const { entity, field } of texts) {
    const rows = cache.statements
      .prepare(
        `SELECT ${quote(field)} AS html FROM ${tableOf(entityOf(entity))} WHERE instr(${quote(field)}, ?) > 0`,
      )
      .all(`${FILES_PATH}/`) as { html: string }[];
    for (const { html } of rows) for (const hash of picturesInText(html)) found.add(hash);
  }
  return found;
}
