import type { ColumnValue } from '#shared/model/columns.ts';
import type { SqliteDatabase } from '../storage/sqlite-file.ts';

/** Which records are known not to be duplicates of each other, any two of them. */
export class Settled {
  readonly #lists = new Map<string, Set<number>>();
  readonly #links = new Set<string>();

  /** Reads what people have said, and which candidate an inquiry became: these are one person by right. */
  constructor(db: SqliteDatabase) {
    const lists = db.prepare<[], { records: string | null }>('SELECT "records" FROM "notDuplicate"').all();
    for (const [at, { records }] of lists.entries()) {
      for (const id of JSON.parse(records ?? '[]') as string[]) {
        const of = this.#lists.get(id) ?? new Set();
        this.#lists.set(id, of.add(at));
      }
    }
    const links = db
      .prepare<[], { one: ColumnValue; other: ColumnValue }>(
        `SELECT "_id" AS one, "enrolledAs" AS other FROM "inquiry" WHERE "enrolledAs" IS NOT NULL`,
      )
      .all();
    for (const { one, other } of links) this.#links.add(`${String(one)} ${String(other)}`);
  }

  /** Whether any two of these are settled: then there is nothing left to look at. */
  all(people: readonly { id: string }[]): boolean {
    return people.every((one, at) => people.slice(at + 1).every((other) => this.#pair(one.id, other.id)));
  }

  #pair(one: string, other: string): boolean {
    if (this.#links.has(`${one} ${other}`) || this.#links.has(`${other} ${one}`)) return true;
    const [lists, others] = [this.#lists.get(one), this.#lists.get(other)];
    return lists !== undefined && others !== undefined && [...lists].some((list) => others.has(list));
  }
}
