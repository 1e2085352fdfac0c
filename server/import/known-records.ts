import type { EntityName } from '#shared/model/entities.ts';
import { quote } from '#shared/model/list-query.ts';
import { normaliseText } from '#shared/model/search-text.ts';
import type { Database } from '../database/database.ts';

/** What names a record of these kinds; one that is here under the same name is the same. */
const NAMED_BY: Partial<Record<EntityName, string>> = {
  user: 'email',
  role: 'name',
  leadStatus: 'name',
  roleAssignment: 'userEmail',
};

type Values = { readonly _id: string } & Readonly<Record<string, unknown>>;

interface Kind {
  /** Ids here, by the ids under which old records know them. */
  ids: Map<string, string>;
  /** Ids by email or name, as they are compared, and how that is written here. */
  named: Map<string, { id: string; written: string }>;
  /** Users by their names; null where several have the name. */
  people: Map<string, string | null>;
}

/** The records that references can lead to, and those that would be there twice. */
export class KnownRecords {
  readonly #database: Database;
  readonly #kinds = new Map<string, Kind>();

  constructor(database: Database) {
    this.#database = database;
  }

  /** Reads what is here already of a kind that has names; a deleted one is led to, but is nobody's double. */
  async read(entity: EntityName): Promise<void> {
    this.#kinds.set(entity, { ids: new Map(), named: new Map(), people: new Map() });
    const column = NAMED_BY[entity];
    if (column === undefined) return;
    const name = entity === 'user' ? 'name' : column;
    const rows = await this.#database.all<Values & { deletedAt: string | null }>(
      `SELECT "_id", ${[...new Set([column, name])].map(quote).join(', ')}, "deletedAt" FROM ${quote(entity)} ORDER BY "_id"`,
    );
    for (const row of rows) {
      if (row.deletedAt === null) this.add(entity, row);
      else this.lead(entity, row._id, row._id);
    }
  }

  /** From here on the record is found by its id and by what names it. */
  add(entity: EntityName, record: Values): void {
    const kind = this.#kinds.get(entity);
    if (!kind) return;
    kind.ids.set(record._id, record._id);
    const written = this.#nameOf(entity, record);
    if (written !== undefined) kind.named.set(normaliseText(written), { id: record._id, written });
    const name = entity === 'user' ? record['name'] : undefined;
    if (typeof name !== 'string') return;
    const other = kind.people.get(normaliseText(name));
    kind.people.set(normaliseText(name), other === undefined ? record._id : null);
  }

  /** From here on the old id leads to the record that is here. */
  lead(entity: EntityName, oldId: string, id: string): void {
    this.#kinds.get(entity)?.ids.set(oldId, id);
  }

  has(entity: EntityName, id: string): boolean {
    return this.#kinds.get(entity)?.ids.has(id) === true;
  }

  /** The id of the record that is the same under another id. */
  sameAs(entity: EntityName, record: Values): string | undefined {
    const written = this.#nameOf(entity, record);
    return written === undefined ? undefined : this.#kinds.get(entity)?.named.get(normaliseText(written))?.id;
  }

  /** An email or a name as it is written here; undefined where there is none of it. */
  written(entity: EntityName, given: unknown): string | undefined {
    if (typeof given !== 'string') return undefined;
    return this.#kinds.get(entity)?.named.get(normaliseText(given))?.written;
  }

  /** The id of the one user who has the name. */
  person(name: string): string | undefined {
    return this.#kinds.get('user')?.people.get(normaliseText(name)) ?? undefined;
  }

  /** The record meant by an old id, or by what people call it. */
  readonly find = (entity: string, idOrText: string): string | undefined => {
    const kind = this.#kinds.get(entity);
    return (
      kind?.ids.get(idOrText) ??
      kind?.named.get(normaliseText(idOrText))?.id ??
      kind?.people.get(normaliseText(idOrText)) ??
      undefined
    );
  };

  #nameOf(entity: EntityName, record: Values): string | undefined {
    const column = NAMED_BY[entity];
    const name = column === undefined ? undefined : record[column];
    return typeof name === 'string' && name.trim() !== '' ? name : undefined;
  }
}
