import { createHash, randomBytes } from 'node:crypto';
import type { Database, Transaction } from '../database/database.ts';
import { insertRows } from '../database/statements.ts';
import { addressGroup } from './address-group.ts';
import { DAY_MS } from '#shared/format/time.ts';

/** For so long after its last sign-in a desk is known; longer than any session of it. */
const DESK_DAYS = 180;
/** An address may be somebody else's soon. */
const ADDRESS_DAYS = 30;
/** Of each kind for one user: the ones used last. */
const MOST = 20;

type Kind = 'desk' | 'address';

/** Where a sign-in comes from. */
export interface Place {
  address: string;
  /** `proof` is what the desk was given when this user signed in at it. */
  desk?: { id: string; proof?: string | undefined } | undefined;
}

/** The ids of what the server knows of a place; null where it knows nothing. */
export interface KnownPlace {
  desk: string | null;
  address: string | null;
}

/**
 * From where each user has signed in well: the desks, by a secret that each was given and that nothing shows, and the
 * addresses. Strangers' failures do not stop a sign-in from there (decision 6). Kept as hashes, by the id of the user.
 */
export class KnownPlaces {
  readonly #database: Database;
  readonly #now: () => number;

  constructor(database: Database, now: () => number = Date.now) {
    this.#database = database;
    this.#now = now;
  }

  async of(userId: string, { address, desk }: Place): Promise<KnownPlace> {
    const ids = {
      address: idOf('address', userId, addressGroup(address)),
      desk: idOf('desk', userId, desk?.proof ?? ''),
    };
    const rows = await this.#database.all<{ id: string; kind: Kind; lastAt: number }>(
      'SELECT "id", "kind", "lastAt" FROM "known_places" WHERE "id" IN (?, ?)',
      [ids.address, ids.desk],
    );
    const known = (kind: Kind): string | null =>
      rows.some((row) => row.id === ids[kind] && Number(row.lastAt) > this.#oldest(kind)) ? ids[kind] : null;
    return { desk: known('desk'), address: known('address') };
  }

  /**
   * Remembers from where the user has signed in, in the transaction of the sign-in.
   * @returns the secret to give to a desk that has none yet.
   */
  async remember(
    trx: Transaction,
    userId: string,
    { address, desk }: Place,
    known: KnownPlace,
  ): Promise<string | undefined> {
    await this.#keep(trx, userId, 'address', idOf('address', userId, addressGroup(address)), null);
    if (!desk) return undefined;
    const proof = known.desk === null ? randomBytes(32).toString('base64url') : undefined;
    if (proof !== undefined) await forgetDesk(trx, userId, desk.id);
    const id = known.desk ?? idOf('desk', userId, proof ?? '');
    await this.#keep(trx, userId, 'desk', id, desk.id);
    return proof;
  }

  async #keep(
    trx: Transaction,
    userId: string,
    kind: Kind,
    id: string,
    deskId: string | null,
  ): Promise<void> {
    await trx.all('DELETE FROM "known_places" WHERE "id" = ?', [id]);
    await insertRows(
      trx,
      'known_places',
      ['id', 'userId', 'kind', 'deskId', 'lastAt'],
      [[id, userId, kind, deskId, this.#now()]],
    );
    await trx.all(
      `DELETE FROM "known_places" WHERE "userId" = ? AND "kind" = ? AND ("lastAt" <= ? OR "id" NOT IN (
         SELECT "id" FROM "known_places" WHERE "userId" = ? AND "kind" = ? ORDER BY "lastAt" DESC, "id" LIMIT ?))`,
      [userId, kind, this.#oldest(kind), userId, kind, MOST],
    );
  }

  #oldest(kind: Kind): number {
    return this.#now() - (kind === 'desk' ? DESK_DAYS : ADDRESS_DAYS) * DAY_MS;
  }
}

/** A desk that was lost, or left to somebody else, is no longer one that the user is known by. */
export async function forgetDesk(trx: Transaction, userId: string, deskId: string): Promise<void> {
  await trx.all('DELETE FROM "known_places" WHERE "userId" = ? AND "deskId" = ?', [userId, deskId]);
}

/** Of a user who was deleted nothing is known any more. */
export async function forgetPlaces(trx: Transaction, userId: string): Promise<void> {
  await trx.all('DELETE FROM "known_places" WHERE "userId" = ?', [userId]);
}

const idOf = (kind: Kind, userId: string, value: string): string =>
  createHash('sha256')
    .update(JSON.stringify([kind, userId, value]))
    .digest('base64url');
