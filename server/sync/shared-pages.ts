import { randomUUID } from 'node:crypto';
import type { Actor } from '#shared/access/permissions.ts';
import type { Role } from '#shared/access/roles.ts';
import type { ColumnValue } from '#shared/model/columns.ts';
import { quote } from '#shared/model/list-query.ts';
import type { Database, Transaction } from '../database/database.ts';
import { columnsOfReaders } from '../records/visibility.ts';
import { logPosition, readPage, type Page } from './page.ts';
import { RecentPages, type Asked } from './recent-pages.ts';

/** Stands for whoever no row names: an id that no record can hold, since it is made when the server starts. */
const SOMEBODY_ELSE = `somebody-else-${randomUUID()}`;

/** A reader of the role whom no row names. */
export const somebodyElse = (role: Role): Actor => ({ _id: SOMEBODY_ELSE, role });

interface CommonPage extends Page {
  /** The users for whom something in the range is different: their pages are read for them alone. */
  named: ReadonlySet<string>;
}

/**
 * Pages that several desks get: each save makes every connected desk ask for the same few changes at the same moment.
 *
 * Who may see what depends on the role, and on the user only where a column of a row names that user
 * (`columnsOfReaders`), where the record was taken away from that user, or where a value of that user's was overtaken.
 * So all users of a role who are not named in a range get the same page, character by character; whoever is named
 * gets a page of their own. Who asks, with which role and which cursor, is looked up for each call as ever: only the
 * content is shared, and the cursor is written for each user.
 *
 * A page is what the log's numbers `from` to `to` hold as of `to`, read in one consistent view. Every change of what it
 * is made of moves the log, so a page never becomes wrong, and nothing has to be taken back when somebody writes: later
 * changes are in the next page. Where the data is put back to an older state, all are forgotten. It is never too old either:
 * it was read after the log stood where the desk asks for it. A desk that was told of a change asks as far as that, so that
 * those who were told together get the same page, and go on from the same number, though the log goes on meanwhile.
 */
export class SharedPages {
  readonly #database: Database;
  readonly #common = new RecentPages<CommonPage>();
  readonly #own = new RecentPages<Page>();

  constructor(database: Database) {
    this.#database = database;
    // The numbers stand for other changes from here on.
    database.onPutBack(() => {
      this.#common.forget();
      this.#own.forget();
    });
  }

  /** The page after `from`, whose mark is given, for the actor; the log stood at `asked.position` when the desk asked. */
  async after(
    actor: Actor,
    { from, mark }: { from: number; mark: string },
    asked: Asked,
    limit: number,
  ): Promise<Page> {
    if (from === asked.position)
      return { content: '"rows":[],"gone":[],"conflicts":[]', to: from, mark, more: false, counts: {} };
    const key = [from, mark, limit, actor.role];
    const common = await this.#common.once(JSON.stringify(key), asked, () =>
      this.#readCommon(actor.role, from, limit),
    );
    if (!common.named.has(actor._id)) return common;
    return this.#own.once(JSON.stringify([...key, actor._id]), asked, () =>
      this.#database.read(async (trx) =>
        readPage(trx, this.#database, actor, { from, deletesFrom: from, limit }, await logPosition(trx)),
      ),
    );
  }

  #readCommon(role: Role, from: number, limit: number): Promise<CommonPage> {
    return this.#database.read(async (trx) => {
      const position = await logPosition(trx);
      const asked = { from, deletesFrom: from, limit, isNobody: true };
      const page = await readPage(trx, this.#database, somebodyElse(role), asked, position);
      return { ...page, named: await namedIn(trx, this.#database, role, from, position) };
    });
  }
}

/** The users of the role for whom something in the range may be different than for the others of the role. */
async function namedIn(
  trx: Transaction,
  database: Database,
  role: Role,
  from: number,
  to: number,
): Promise<ReadonlySet<string>> {
  const parts = ['visibility', 'conflicts'].map((table) => userIdsIn(table, 'userId', 'seq'));
  for (const entity of database.model.entities) {
    for (const column of columnsOfReaders(entity, role)) parts.push(userIdsIn(entity.name, column, '_seq'));
  }
  const params = parts.flatMap((): ColumnValue[] => [from, to]);
  const rows = await trx.all<{ id: string | null }>(parts.join(' UNION '), params);
  return new Set(rows.flatMap(({ id }) => id ?? []));
}

const userIdsIn = (table: string, column: string, seq: string): string =>
  `SELECT ${quote(column)} AS "id" FROM ${quote(table)} WHERE ${quote(seq)} > ? AND ${quote(seq)} <= ?`;
