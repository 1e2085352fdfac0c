import type { EntityName } from '#shared/model/entities.ts';
import { entityOf, isEntityName } from '#shared/model/entities.ts';
import { fieldOf, type EntityDefinition } from '#shared/model/entity.ts';
import { quote } from '#shared/model/list-query.ts';
import type { Cache } from './cache.ts';
import { tableOf } from '#shared/node/cache/cache-schema.ts';

/**
 * The texts that references show. One is read by the id of its record, for the table that it points to may be the
 * largest; all of a table are read only where a search looks into them, which the model asks of small tables alone.
 */
export class ReferenceTexts {
  readonly #cache: Cache;
  readonly #kept = new Map<string, { version: number; texts: Map<string, string> }>();

  constructor(cache: Cache) {
    this.#cache = cache;
  }

  /** The text that a reference field shows for an id; undefined where its record is not known here. */
  shown(definition: EntityDefinition, fieldName: string, id: unknown): string | undefined {
    const { target } = fieldOf(definition, fieldName);
    if (!target || !isEntityName(target.entity) || typeof id !== 'string') return undefined;
    const found = this.#cache.statements
      .prepare(
        `SELECT ${quote(target.display)} AS text FROM ${tableOf(entityOf(target.entity))} WHERE "_id" = ?`,
      )
      .get(id) as { text: unknown } | undefined;
    return typeof found?.text === 'string' ? found.text : undefined;
  }

  idsWhere(entity: EntityName, display: string, holds: (text: string) => boolean): string[] {
    return [...this.#all(entity, display)].filter(([, text]) => holds(text)).map(([id]) => id);
  }

  /** Kept until the table changes. */
  #all(entity: EntityName, display: string): ReadonlyMap<string, string> {
    const key = `${entity}.${display}`;
    const version = this.#cache.version(entity);
    const kept = this.#kept.get(key);
    if (kept?.version === version) return kept.texts;
    const column = quote(display);
    const rows = this.#cache.statements
      .prepare(
        `SELECT "_id" AS id, ${column} AS text FROM ${tableOf(entityOf(entity))} WHERE ${column} IS NOT NULL`,
      )
      .all() as { id: string; text: unknown }[];
    const texts = new Map(rows.map(({ id, text }) => [id, String(text)]));
    this.#kept.set(key, { version, texts });
    return texts;
  }
}
