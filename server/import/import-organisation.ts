import type { EntityName } from '#shared/model/entities.ts';
import { quote } from '#shared/model/list-query.ts';
import { normaliseText, sortKeyColumn } from '#shared/model/search-text.ts';
import { bulkLoad } from '../database/bulk-load.ts';
import type { Database } from '../database/database.ts';
import { selectIn } from '../database/statements.ts';
import { convertRecord, type Converted, type LeftOver } from './convert-record.ts';
import { IMPORT_ORDER, recordsOf, type OldCollection, type OldRecord } from './old-collections.ts';
import { noCounts, type ImportCounts, type ImportReport } from './report.ts';

const ROWS_AT_ONCE = 5_000;

/** A record, or a part of one, that has no place here. */
export interface KeptAside {
  entity: EntityName;
  _id: string;
  fields: LeftOver[];
}

export interface ImportSettings {
  dryRun: boolean;
  /** Keeps a user's old password: a bcrypt hash, or the password itself. */
  keepPassword(userId: string, given: string): Promise<void>;
  keepAside(aside: KeptAside): void;
  onProgress?: (entity: EntityName, done: number) => void;
}

/** What names a record of these kinds; one that is here under the same name is the same. */
const NAMED_BY: Partial<Record<EntityName, string>> = {
  user: 'email',
  role: 'name',
  leadStatus: 'name',
  roleAssignment: 'userEmail',
};

const BCRYPT = /^\$2[aby]\$\d\d\$.{53}$/;

/**
 * Takes the records of old collections in, in the order in which they refer to each other. Records whose ids are
 * here are left alone, so that an import can be repeated.
 * @throws Error naming the file that cannot be read; what was imported before it stays.
 */
export class OrganisationImport {
  readonly #database: Database;
  readonly #settings: ImportSettings;
  /** By kind: ids here, by old id and by what people call the record. */
  readonly #ids = new Map<string, Map<string, string>>();
  readonly #names = new Map<string, Map<string, string | null>>();
  readonly #report: ImportReport = {
    counts: {},
    leftOver: {},
    passwords: { hashed: 0, plain: 0 },
    otherFiles: [],
  };

  constructor(database: Database, settings: ImportSettings) {
    this.#database = database;
    this.#settings = settings;
  }

  async run(collections: readonly OldCollection[], otherFiles: readonly string[]): Promise<ImportReport> {
    this.#report.otherFiles.push(...otherFiles);
    for (const entity of IMPORT_ORDER) {
      await this.#readNames(entity);
      for (const { file } of collections.filter((each) => each.entity === entity)) {
        let some: OldRecord[] = [];
        for await (const record of recordsOf(file)) {
          some.push(record);
          if (some.length === ROWS_AT_ONCE) await this.#take(entity, some.splice(0));
        }
        await this.#take(entity, some);
        some = [];
      }
    }
    return this.#report;
  }

  /** What is here already, by name. */
  async #readNames(entity: EntityName): Promise<void> {
    const ids = new Map<string, string>();
    const names = new Map<string, string | null>();
    this.#ids.set(entity, ids);
    this.#names.set(entity, names);
    const column = NAMED_BY[entity];
    if (column === undefined) return;
    const extra = entity === 'user' ? 'name' : column;
    const rows = await this.#database.all<{ _id: string; key: string | null; name: string | null }>(
      `SELECT "_id", ${quote(sortKeyColumn(column))} AS "key", ${quote(sortKeyColumn(extra))} AS "name"
       FROM ${quote(entity)} WHERE "deletedAt" IS NULL`,
    );
    for (const { _id, key, name } of rows) {
      if (key !== null) ids.set(key, _id);
      if (name !== null) this.#rememberName(entity, name, _id);
    }
  }

  /** A name that several have names nobody. */
  #rememberName(entity: EntityName, key: string, id: string): void {
    const names = this.#names.get(entity);
    const known = names?.get(key);
    names?.set(key, known === undefined || known === id ? id : null);
  }

  readonly #find = (entity: string, idOrText: string): string | undefined =>
    this.#ids.get(entity)?.get(idOrText) ??
    this.#names.get(entity)?.get(normaliseText(idOrText)) ??
    undefined;

  async #take(entity: EntityName, records: readonly OldRecord[]): Promise<void> {
    if (records.length === 0) return;
    const counts = (this.#report.counts[entity] ??= noCounts());
    counts.found += records.length;
    const here = await selectIn<{ _id: string }>(
      this.#database,
      entity,
      '_id',
      records.map(({ _id }) => _id),
      '"_id"',
    );
    const hereIds = new Set(here.map(({ _id }) => _id));
    const ids = this.#ids.get(entity);
    const loaded: Converted['record'][] = [];
    const passwords: { userId: string; given: string }[] = [];
    for (const old of records) {
      const known = ids?.get(old._id) !== undefined;
      if (hereIds.has(old._id) || known) {
        ids?.set(old._id, old._id);
        counts.alreadyHere += 1;
        continue;
      }
      const { record, leftOver } = convertRecord(this.#database.model.entity(entity), old, this.#find);
      if (this.#merge(entity, record, counts) || !this.#hasPlace(entity, old, record, counts)) continue;
      this.#keepAside(entity, old._id, leftOver);
      if (entity === 'candidate') this.#nameInterviewer(record);
      if (entity === 'user' && typeof old['password'] === 'string') {
        passwords.push({ userId: old._id, given: old['password'] });
      }
      ids?.set(old._id, old._id);
      loaded.push(record);
    }
    counts.imported += loaded.length;
    for (const { given } of passwords) this.#report.passwords[BCRYPT.test(given) ? 'hashed' : 'plain'] += 1;
    if (this.#settings.dryRun) return;
    if (loaded.length > 0) await bulkLoad(this.#database, entity, loaded);
    for (const { userId, given } of passwords) await this.#settings.keepPassword(userId, given);
    this.#settings.onProgress?.(entity, counts.found);
  }

  /** Whether the same is here under another id, to which references then lead. */
  #merge(entity: EntityName, record: Converted['record'], counts: ImportCounts): boolean {
    const column = NAMED_BY[entity];
    const value = column === undefined ? undefined : record[column];
    if (typeof value !== 'string') return false;
    const ids = this.#ids.get(entity);
    const same = ids?.get(normaliseText(value));
    if (same !== undefined) {
      ids?.set(record._id, same);
      counts.merged += 1;
      return true;
    }
    ids?.set(normaliseText(value), record._id);
    const name = entity === 'user' ? record['name'] : value;
    if (typeof name === 'string') this.#rememberName(entity, normaliseText(name), record._id);
    return false;
  }

  /** A user without an email cannot sign in, and an assignment without its user or role says nothing. */
  #hasPlace(entity: EntityName, old: OldRecord, record: Converted['record'], counts: ImportCounts): boolean {
    const reason =
      entity === 'user' && typeof record['email'] !== 'string'
        ? 'The user has no valid email'
        : entity === 'roleAssignment' && !this.#isAssignment(record)
          ? 'Its user or its role is not there'
          : null;
    if (reason === null) return true;
    counts.keptAside += 1;
    const { password: _secret, ...shown } = old;
    this.#keepAside(entity, old._id, [{ field: '(the whole record)', value: shown, reason }]);
    return false;
  }

  #isAssignment({ userEmail, roleName }: Converted['record']): boolean {
    return (
      typeof userEmail === 'string' &&
      typeof roleName === 'string' &&
      this.#ids.get('user')?.has(normaliseText(userEmail)) === true &&
      this.#ids.get('role')?.has(normaliseText(roleName)) === true
    );
  }

  /** The old system knew interviewers by name alone; a name that one person has leads to that person. */
  #nameInterviewer(record: Converted['record']): void {
    const name = record['interviewerName'];
    if (typeof name !== 'string') return;
    const id = this.#names.get('user')?.get(normaliseText(name));
    if (id) record['interviewerId'] = id;
  }

  #keepAside(entity: EntityName, _id: string, fields: readonly LeftOver[]): void {
    if (fields.length === 0) return;
    this.#settings.keepAside({ entity, _id, fields: [...fields] });
    for (const { field, reason } of fields) {
      const what = `${entity}.${field}: ${reason}`;
      this.#report.leftOver[what] = (this.#report.leftOver[what] ?? 0) + 1;
    }
  }
}
