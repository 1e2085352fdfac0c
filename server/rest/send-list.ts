import type { Response } from 'express';
import type { Actor } from '#shared/access/permissions.ts';
import type { AnyRecord, EntityDefinition } from '#shared/model/entity.ts';
import { LARGE_ANSWER } from '../audit/doors.ts';
import type { Database } from '../database/database.ts';
import { writePiecewise } from '../http/piecewise.ts';
import { Places, type PlaceLimits } from '../http/places.ts';
import { search } from '../http/searches.ts';
import { ownTurn } from '../http/turns.ts';
import type { RestListQuery } from './list-query.ts';
import { isSearchedInSlices, listRecords, type RecordList } from './list-records.ts';
import { present } from './present.ts';

const WAIT_MS = 15_000;

/** How many lists are sent at once, and how many of them may be long: their ids are in memory until they are sent. */
export interface ListLimits {
  any: PlaceLimits;
  long: PlaceLimits;
  /** How long a reader may take nothing, in milliseconds. */
  patienceMs?: number;
}

/** For those who are signed in. Two long lists over a slow line leave a user room for short ones. */
const LIMITS: ListLimits = {
  any: { ofOne: 4, inAll: 60, waitMs: WAIT_MS },
  long: { ofOne: 2, inAll: 10, waitMs: WAIT_MS },
};

/** Sends lists as plain arrays, streamed, with the total in `X-Total-Count`: some at a time, and none faster than it is read. */
export class Lists {
  readonly #database: Database;
  readonly #any: Places;
  readonly #long: Places;
  readonly #patienceMs: number | undefined;

  constructor(database: Database, { any, long, patienceMs }: ListLimits = LIMITS) {
    this.#database = database;
    this.#any = new Places(any);
    this.#long = new Places(long);
    this.#patienceMs = patienceMs;
  }

  /**
   * @param who the user, or the network of a visitor
   * @param beforeAnswer hears how many records there will be, before anything is answered
   * @param shownTo writes each record as its reader gets it
   * @throws PlainError `too-many-requests` where too many lists are being sent, and as `listRecords`.
   */
  async send(
    who: string,
    actor: Actor,
    entity: EntityDefinition,
    query: RestListQuery,
    response: Response,
    beforeAnswer?: (count: number) => Promise<void> | undefined,
    shownTo: (record: AnyRecord) => AnyRecord = (record) => record,
  ): Promise<void> {
    const leave = [await this.#any.take(who)];
    try {
      const look = async (): Promise<RecordList | null> => {
        await ownTurn();
        // The client may have given up while it waited.
        return response.destroyed ? null : listRecords(this.#database, actor, entity, query);
      };
      const inSlices = await isSearchedInSlices(this.#database, actor, entity, query);
      const list = await search(this.#database, who, look, inSlices);
      if (!list) return;
      if (list.count > LARGE_ANSWER) leave.push(await this.#long.take(who));
      if (response.destroyed) return;
      await beforeAnswer?.(list.count);
      response.setHeader('X-Total-Count', String(list.total));
      response.type('json');
      let before = '[';
      for await (const records of list.pages()) {
        const shown = await present(this.#database, entity, records);
        if (shown.length === 0) continue;
        const text = shown.map((record) => JSON.stringify(shownTo(record))).join(',');
        if (!(await writePiecewise(response, before + text, this.#patienceMs))) return;
        before = ',';
      }
      response.end(before === '[' ? '[]' : ']');
    } finally {
      for (const each of leave) each();
    }
  }
}
