import type { EntityName } from '#shared/model/entities.ts';
import { isHashOutOfBounds } from '../auth/password-check.ts';
import { isOldHash } from '../auth/passwords.ts';
import { bulkLoad } from '../database/bulk-load.ts';
import type { Database } from '../database/database.ts';
import { selectIn } from '../database/statements.ts';
import { deleteBuiltInSlides } from '../database/built-in-slide.ts';
import { erasedHash } from '../records/erased.ts';
import { bringInLine } from './bring-in-line.ts';
import { convertRecord, withoutSecrets, type Converted, type LeftOver } from './convert-record.ts';
import { FirstRecords } from './first-records.ts';
import { KnownRecords } from './known-records.ts';
import { IMPORT_ORDER, isBroken, recordsOf, type OldCollection, type OldRecord } from './old-collections.ts';
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
  /** The hashes of records of people who were erased: an export that was kept must not bring them back. */
  erased: ReadonlySet<string>;
  /** Keeps a user's old password: a hash, or the password itself. Called when every user has the role. */
  keepPassword(userId: string, given: string): Promise<void>;
  /** Hears of users that are about to be added. */
  usersAdded(userIds: readonly string[]): Promise<void>;
  /** Hears of each role that a user was given. */
  roleGiven(userId: string, role: string): Promise<void>;
  keepAside(aside: KeptAside): void;
  onProgress?: (entity: EntityName, done: number) => void;
}

/**
 * Takes the records of old collections in, in the order in which they refer to each other. Records whose ids are
 * here are left alone, so that an import can be repeated, also one that was cut short.
 * What is broken is left out and reported, with its place.
 * @throws Error naming the file that cannot be read; what was imported before it stays.
 */
export class OrganisationImport {
  readonly #database: Database;
  readonly #settings: ImportSettings;
  readonly #known: KnownRecords;
  #firsts = new FirstRecords();
  readonly #passwords: { userId: string; given: string }[] = [];
  readonly #roles: { userId: string; role: string }[] = [];
  readonly #report: ImportReport = {
    counts: {},
    leftOver: {},
    passwords: { hashed: 0, plain: 0 },
    broken: [],
    otherFiles: [],
  };

  constructor(database: Database, settings: ImportSettings) {
    this.#database = database;
    this.#settings = settings;
    this.#known = new KnownRecords(database);
  }

  async run(collections: readonly OldCollection[], otherFiles: readonly string[]): Promise<ImportReport> {
    this.#report.otherFiles.push(...otherFiles);
    for (const entity of IMPORT_ORDER) {
      await this.#known.read(entity);
      this.#firsts = new FirstRecords();
      for (const { file } of collections.filter((each) => each.entity === entity)) {
        const waiting: OldRecord[] = [];
        for await (const record of recordsOf(file)) {
          if (isBroken(record)) {
            this.#report.broken.push({ file, ...record });
            continue;
          }
          waiting.push(record);
          if (waiting.length === ROWS_AT_ONCE) await this.#take(entity, waiting.splice(0));
        }
        await this.#take(entity, waiting);
      }
    }
    await this.#finish();
    return this.#report;
  }

  /** After the last record: what Super Admins' passwords need is that their roles are known. */
  async #finish(): Promise<void> {
    for (const { given } of this.#passwords) {
      this.#report.passwords[isOldHash(given) ? 'hashed' : 'plain'] += 1;
    }
    if (this.#settings.dryRun) return;
    await bringInLine(this.#database);
    for (const { userId, role } of this.#roles) await this.#settings.roleGiven(userId, role);
    for (const { userId, given } of this.#passwords) await this.#settings.keepPassword(userId, given);
    if ((this.#report.counts.careerSlide?.found ?? 0) > 0) await deleteBuiltInSlides(this.#database);
  }

  async #take(entity: EntityName, given: readonly OldRecord[]): Promise<void> {
    if (given.length === 0) return;
    const counts = (this.#report.counts[entity] ??= noCounts());
    counts.found += given.length;
    const records = given.filter((old) => this.#isWanted(entity, old, counts));
    const here = await this.#idsHere(entity, records);
    if (entity === 'user') await this.#missingPasswords(records, here);
    if (entity === 'roleAssignment') await this.#untoldRoles(here);
    const loaded: Converted['record'][] = [];
    for (const old of records) {
      if (here.has(old._id) || this.#known.has(entity, old._id)) {
        if (!this.#known.has(entity, old._id)) this.#known.lead(entity, old._id, old._id);
        counts.alreadyHere += 1;
        continue;
      }
      const record = this.#convert(entity, old, counts);
      if (record) loaded.push(record);
    }
    counts.imported += loaded.length;
    if (!this.#settings.dryRun && loaded.length > 0) {
      if (entity === 'user') await this.#settings.usersAdded(loaded.map(({ _id }) => _id));
      await bulkLoad(this.#database, entity, loaded, { bringInLine: false });
    }
    this.#settings.onProgress?.(entity, counts.found);
  }

  /** Not of somebody who was erased, and the first of its `_id`, or the same once more. */
  #isWanted(entity: EntityName, old: OldRecord, counts: ImportCounts): boolean {
    if (this.#settings.erased.has(erasedHash(entity, old._id))) {
      counts.erased += 1;
      return false;
    }
    if (!this.#firsts.isOther(old)) return true;
    counts.keptAside += 1;
    this.#keepWholeAside(entity, old, 'Another record of this _id came before it');
    return false;
  }

  /** The record to load; null where there is nothing to load. */
  #convert(entity: EntityName, old: OldRecord, counts: ImportCounts): Converted['record'] | null {
    const { record, leftOver } = convertRecord(
      this.#database.model.entity(entity),
      entity === 'candidate' ? withHandler(old) : old,
      this.#known.find,
    );
    if (entity === 'user') completeUser(record, leftOver);
    const reason = this.#whyNoPlace(entity, record);
    if (reason !== null) {
      counts.keptAside += 1;
      this.#keepWholeAside(entity, old, reason);
      return null;
    }
    this.#keepAside(entity, old._id, leftOver);
    const same = this.#known.sameAs(entity, record);
    if (same !== undefined) {
      this.#known.lead(entity, old._id, same);
      counts.merged += 1;
      return null;
    }
    this.#known.add(entity, record);
    if (entity === 'candidate') this.#nameInterviewer(record);
    if (entity === 'user') this.#rememberPassword(old);
    if (entity === 'roleAssignment') this.#rememberRole(record);
    return record;
  }

  async #idsHere(entity: EntityName, records: readonly OldRecord[]): Promise<Set<string>> {
    const ids = records.map(({ _id }) => _id);
    const rows = await selectIn<{ _id: string }>(this.#database, entity, '_id', ids, '"_id"');
    return new Set(rows.map(({ _id }) => _id));
  }

  /** Users of an import that was cut short are here, but their passwords may not be. */
  async #missingPasswords(records: readonly OldRecord[], here: ReadonlySet<string>): Promise<void> {
    const users = records.filter(({ _id }) => here.has(_id));
    const kept = await selectIn<{ userId: string }>(
      this.#database,
      'credentials',
      'userId',
      users.map(({ _id }) => _id),
      '"userId"',
    );
    const withPassword = new Set(kept.map(({ userId }) => userId));
    for (const user of users) if (!withPassword.has(user._id)) this.#rememberPassword(user);
  }

  /** Assignments of an import that was cut short are here, but the audit log may not tell of them. */
  async #untoldRoles(here: ReadonlySet<string>): Promise<void> {
    const assignments = await selectIn<{ userEmail: string; roleName: string }>(
      this.#database,
      'roleAssignment',
      '_id',
      [...here],
      '"userEmail", "roleName"',
    );
    const given = assignments.flatMap(({ userEmail, roleName }) => {
      const userId = this.#known.find('user', userEmail);
      return userId === undefined ? [] : [{ userId, role: roleName }];
    });
    const lines = await selectIn<{ subjectId: string; action: string }>(
      this.#database,
      'audit_log',
      'subjectId',
      given.map(({ userId }) => userId),
      '"subjectId", "action"',
    );
    const told = new Set(
      lines.filter(({ action }) => action === 'role-change').map(({ subjectId }) => subjectId),
    );
    this.#roles.push(...given.filter(({ userId }) => !told.has(userId)));
  }

  #rememberPassword(old: OldRecord): void {
    const given = old['password'];
    const text = typeof given === 'number' ? String(given) : given;
    if (typeof text !== 'string' || text === '') return;
    if (isHashOutOfBounds(text)) {
      const reason = 'The hash would take too long to compare: the user needs a new password';
      this.#keepAside('user', old._id, [{ field: 'password', value: null, reason }]);
      return;
    }
    this.#passwords.push({ userId: old._id, given: text });
  }

  #rememberRole({ userEmail, roleName }: Converted['record']): void {
    const userId = typeof userEmail === 'string' ? this.#known.find('user', userEmail) : undefined;
    if (userId !== undefined && typeof roleName === 'string') this.#roles.push({ userId, role: roleName });
  }

  /** A user without an email cannot sign in, and an assignment without its user or role says nothing. */
  #whyNoPlace(entity: EntityName, record: Converted['record']): string | null {
    if (entity === 'user' && typeof record['email'] !== 'string') return 'The user has no valid email';
    if ((entity === 'role' || entity === 'leadStatus') && typeof record['name'] !== 'string') {
      return 'It has no name';
    }
    if (entity !== 'roleAssignment') return null;
    // As the user's email and the role are written here: "admin" is Admin.
    const userEmail = this.#known.written('user', record['userEmail']);
    const roleName = this.#known.written('role', record['roleName']);
    if (userEmail === undefined || roleName === undefined) return 'Its user or its role is not there';
    Object.assign(record, { userEmail, roleName });
    return null;
  }

  /** The old system knew interviewers by name alone; a name that one person has leads to that person. */
  #nameInterviewer(record: Converted['record']): void {
    const name = record['interviewerName'];
    const id = typeof name === 'string' ? this.#known.person(name) : undefined;
    if (id !== undefined) record['interviewerId'] = id;
  }

  #keepWholeAside(entity: EntityName, old: OldRecord, reason: string): void {
    this.#keepAside(entity, old._id, [{ field: '(the whole record)', value: withoutSecrets(old), reason }]);
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

/** Some versions of the old system kept who added a candidate as `addedBy`. */
function withHandler(old: OldRecord): OldRecord {
  const { addedBy, ...rest } = old;
  return addedBy === undefined || old['map'] ? old : { ...rest, map: addedBy };
}

/** Who has no name goes by the email; whose activity cannot be read does not get in unseen. */
function completeUser(record: Converted['record'], leftOver: readonly LeftOver[]): void {
  if (typeof record['name'] !== 'string' && typeof record['email'] === 'string') {
    record['name'] = record['email'].split('@')[0];
  }
  if (leftOver.some(({ field }) => field === 'isActive')) record['isActive'] = false;
}
