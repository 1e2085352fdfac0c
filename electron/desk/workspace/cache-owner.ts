import { z } from 'zod';
import { readByGrant } from '#shared/access/permissions.ts';
import { toRole } from '#shared/access/roles.ts';
import { model } from '#shared/model/entities.ts';
import type { SignedInUser } from '#shared/protocol/sync.ts';
import { createHash } from 'node:crypto';
import type { Cache } from '../cache/cache.ts';
import type { ShownTo } from '../outbox/shown-to.ts';
import { markOf } from '../storage/session-key.ts';

const STATE = 'fetchedFor';

const keptSchema = z.object({ fetchedFor: z.string(), mark: z.string() });

/**
 * Whom a cache was fetched for. What it holds is good for that user with that role alone: opened for anybody else it
 * is made anew before anything is shown, whether the server can be reached or not.
 */
export class CacheOwner {
  readonly #user: SignedInUser;
  readonly #fetchedFor: string;
  readonly #key: Buffer;
  readonly #serverSaidYes: boolean;

  /**
   * @param key the key of the kept session, whose mark the cache bears.
   * @param serverSaidYes the server has just said who the user is; otherwise only the mark says so.
   */
  constructor(user: SignedInUser, key: Buffer, serverSaidYes: boolean) {
    this.#user = user;
    this.#fetchedFor = JSON.stringify([user._id, user.role, rulesFor(user.role)]);
    this.#key = key;
    this.#serverSaidYes = serverSaidYes;
  }

  /** Who sees what is fetched, and what of it. */
  get shownTo(): ShownTo {
    return shownToOf(this.#user);
  }

  owns(cache: Cache): boolean {
    const text = cache.state(STATE);
    // Nothing was fetched yet, and nothing lies over it.
    if (text === undefined) return cache.position.cursor === null && cache.position.fetched === 0;
    let content: unknown;
    try {
      content = JSON.parse(text);
    } catch {
      return false;
    }
    const kept = keptSchema.safeParse(content);
    if (!kept.success || kept.data.fetchedFor !== this.#fetchedFor) return false;
    return this.#serverSaidYes || kept.data.mark === this.#mark();
  }

  /** In a commit that survives a power cut: without the mark, nothing of the cache is shown offline. */
  claim(cache: Cache): void {
    const kept = JSON.stringify({ fetchedFor: this.#fetchedFor, mark: this.#mark() });
    if (cache.state(STATE) === kept) return;
    cache.db.pragma('synchronous = FULL');
    try {
      cache.setState(STATE, kept);
    } finally {
      cache.db.pragma('synchronous = NORMAL');
    }
  }

  #mark(): string {
    return markOf(this.#key, this.#fetchedFor);
  }
}

/** What a user of this role is shown by the rules of this version of the application. */
export function shownToOf({ _id, role }: Pick<SignedInUser, '_id' | 'role'>): ShownTo {
  const sees = model.flatMap((entity) =>
    readByGrant(entity, toRole(role)).map((grant) => ({ entity: entity.name, ...grant })),
  );
  return { user: _id, role, sees };
}

/** Hash of what a role may see by the rules of this version of the application. */
function rulesFor(roleName: string): string {
  const role = toRole(roleName);
  const rules = model.map((entity) => [entity.name, readByGrant(entity, role)]);
  return createHash('sha256').update(JSON.stringify(rules)).digest('base64url').slice(0, 16);
}
