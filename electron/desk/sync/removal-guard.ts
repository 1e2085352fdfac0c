import { entityOf, isEntityName, type EntityName } from '#shared/model/entities.ts';
import type { Cache } from '../cache/cache.ts';
import { tableOf } from '#shared/node/cache/cache-schema.ts';
import type { PulledPage } from './page-writer.ts';

/** Fewer rows than this may go without a question. */
const FEW = 100;

/**
 * Watches that deletes in a pull do not remove most of an entity's rows: that is asked about first (sync rule 6). What the
 * user may no longer see goes without a question, and who was erased: neither is the user's to decline.
 */
export class RemovalGuard {
  readonly #cache: Cache;
  readonly #allowed: ReadonlySet<EntityName>;
  readonly #rowsBefore = new Map<EntityName, number>();
  readonly #removed = new Map<EntityName, number>();

  /**
   * One guard for one pull, however many pages it has.
   * @param allowed the entities of which the user has agreed to it
   */
  constructor(cache: Cache, allowed: ReadonlySet<EntityName>) {
    this.#cache = cache;
    this.#allowed = allowed;
  }

  /** The entity of which the pages so far, with this one, would remove more than half; null where there is none. */
  wouldEmpty(page: PulledPage): EntityName | null {
    for (const { entity, ids, hidden = [] } of page.gone) {
      if (!isEntityName(entity) || this.#allowed.has(entity)) continue;
      const revoked = new Set([...hidden, ...erasedFrom(page, entity)]);
      const held = ids.filter((id) => !revoked.has(id) && this.#holds(entity, id)).length;
      if (held === 0) continue;
      const before = this.#rowsBefore.get(entity) ?? this.#count(entity);
      this.#rowsBefore.set(entity, before);
      const removed = (this.#removed.get(entity) ?? 0) + held;
      this.#removed.set(entity, removed);
      if (removed > FEW && removed > before / 2) return entity;
    }
    return null;
  }

  /** Whether anything goes: with what is in the pages to come it may be most of it. */
  get isAny(): boolean {
    return this.#removed.size > 0;
  }

  /** Whether so much goes already that nothing of it is written before the pages to come were looked at. */
  get isMany(): boolean {
    return [...this.#removed.values()].some((count) => count > FEW);
  }

  #holds(entity: EntityName, id: string): boolean {
    const sql = `SELECT 1 FROM ${tableOf(entityOf(entity))} WHERE "_id" = ?`;
    return this.#cache.statements.prepare(sql).get(id) !== undefined;
  }

  #count(entity: EntityName): number {
    const sql = `SELECT count(*) AS count FROM ${tableOf(entityOf(entity))}`;
    return (this.#cache.statements.prepare(sql).get() as { count: number }).count;
  }
}

const erasedFrom = ({ erased = [] }: PulledPage, entity: EntityName): string[] =>
  erased.flatMap((each) => (each.entity === entity ? each.ids : []));
