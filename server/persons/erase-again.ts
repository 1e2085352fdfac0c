import { stat } from 'node:fs/promises';
import { isDataSubject } from '#shared/access/persons.ts';
import { quote } from '#shared/model/list-query.ts';
import { PlainError } from '#shared/protocol/errors.ts';
import { audit } from '../audit/record.ts';
import type { Database, Transaction } from '../database/database.ts';
import { insertRows } from '../database/statements.ts';
import { erasedHash, hashesOfErased, OF_THE_LIST } from '../records/erased.ts';
import type { Services } from '../services.ts';
import { erasePeople, withoutErased } from './erase-records.ts';
import { inTime } from '../backup/in-time.ts';
import { PATIENCE_MS } from './erased-beside-backups.ts';
import { ErasedList } from './erased-list.ts';
import { leaveNoTrace } from './no-trace.ts';
import {
  columnsWithoutTexts,
  isAboutPeople,
  ownRecords,
  recordsShownWith,
  type PersonRecord,
} from './records-of-person.ts';

type EraseServices = Pick<Services, 'database' | 'erased' | 'erasedBesideBackups'>;

/** So many in one transaction: other servers that start on the same data wait for it. */
const PEOPLE_AT_ONCE = 100;
/** The epoch of the data whose last start had the list beside the backups. */
const STARTED_AS = 'erasedHeededAs';

/**
 * Erases once more what is in the list and stands in the data again: a backup from before was restored. Gives how many
 * records it was. The bytes of their files are owed.
 */
export async function eraseAgain(services: EraseServices): Promise<number> {
  const { database, erased, erasedBesideBackups } = services;
  const backupFolder = erasedBesideBackups.folder;
  const heeded = await heededErased(database, erased, backupFolder);
  const count = await eraseHeeded(database, heeded);
  if (backupFolder === null) return count;
  // From now on they are this data's own.
  const listed = await erased.read();
  const more = [...heeded].filter((hash) => !listed.has(hash));
  if (more.length > 0) await erased.add(more);
  // Where that disk is away, what it lacks is written when it is there again.
  const known = await inTime(PATIENCE_MS, new ErasedList(backupFolder).read(database.epoch)).catch(
    () => new Set<string>(),
  );
  const lacking = [...heeded].filter((hash) => !known.has(hash));
  if (lacking.length > 0) await erasedBesideBackups.add(lacking);
  // One that is away now may have people whom nobody has heeded yet.
  if ((await stat(backupFolder).catch(() => null)) !== null) await noteStart(database);
  return count;
}

/**
 * The hashes that count for this data: those of its own list, and of the one beside the backups those that are of this data. Other
 * data may share that one, as a restore that is only tried: all of it counts where the data was put back since its last start.
 * @throws PlainError `unavailable` where the data was put back and the list beside the backups cannot be read.
 */
export async function heededErased(
  database: Pick<Database, 'all' | 'epoch'>,
  own: ErasedList,
  backupFolder: string | null,
): Promise<Set<string>> {
  const hashes = await own.read();
  if (backupFolder === null) return hashes;
  const beside = new ErasedList(backupFolder);
  const isFromBackup = await isPutBack(database);
  try {
    for (const hash of await inTime(PATIENCE_MS, isFromBackup ? beside.read() : beside.read(database.epoch)))
      hashes.add(hash);
  } catch (error) {
    // Its own list has all of this data; of data that was put back, that one alone may know who was erased since.
    if (isFromBackup) throw new PlainError('unavailable', unreadable(backupFolder, error));
  }
  return hashes;
}

const unreadable = (folder: string, error: unknown): string => {
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'it does not answer';
  return `The list of erased people in the folder of the backups, ${folder}, cannot be read (${code}). Give the server the right to read there, or name another folder for the backups.`;
};

async function isPutBack(database: Pick<Database, 'all' | 'epoch'>): Promise<boolean> {
  const [row] = await database.all<{ value: string }>(
    `SELECT "value" FROM "meta" WHERE "name" = '${STARTED_AS}'`,
  );
  return row?.value !== database.epoch;
}

async function noteStart(database: Database): Promise<void> {
  if (!(await isPutBack(database))) return;
  await database.write((trx) =>
    trx.all(
      `INSERT INTO "meta" ("name", "value") VALUES ('${STARTED_AS}', ?)
       ON CONFLICT ("name") DO UPDATE SET "value" = excluded."value"`,
      [database.epoch],
    ),
  );
}

async function eraseHeeded(database: Database, heeded: ReadonlySet<string>): Promise<number> {
  const hashes = new Set(heeded);
  if (hashes.size === 0) return 0;
  for (const hash of await hashesOfErased(database)) hashes.delete(hash);
  if (hashes.size === 0) return 0;
  const records = await standingAgain(database, hashes);
  for (const { entity, row } of records) hashes.delete(erasedHash(entity.name, row._id));
  // A desk may still offer them: they were made after the backup, and erased before it was restored.
  await database.write(async (trx, log) => {
    // Several servers on one database may start at once, and each finds the same.
    const known = new Set(await hashesOfErased(trx));
    const rows = [...hashes]
      .filter((hash) => !known.has(hash))
      .map((hash) => [OF_THE_LIST, hash, log.at, null, 0]);
    await insertRows(trx, 'erased', ['entity', 'recordId', 'at', 'userId', 'seq'], rows);
  });
  if (records.length === 0) return 0;
  const people = await byPerson(database, records);
  let count = 0;
  for (let at = 0; at < people.length; at += PEOPLE_AT_ONCE) {
    count += await database.write(async (trx, log) => {
      const left: PersonRecord[][] = [];
      for (const person of people.slice(at, at + PEOPLE_AT_ONCE)) left.push(await withoutErased(trx, person));
      await erasePeople(trx, log, database, left, { eraser: null });
      await tellOf(trx, left.flat());
      return left.flat().length;
    });
  }
  await leaveNoTrace(database);
  return count;
}

/**
 * The records of each person by themselves: what somebody is known by has a bound, which hundreds of people together would use up.
 * With them goes what is shown with one of them and is not in the list: it had been removed before the person was erased, or
 * was written after another server had listed the person and was broken off. A person's own record that is not listed stays:
 * the link that makes it theirs may have been taken back before they were erased.
 */
async function byPerson(
  database: Database,
  records: readonly PersonRecord[],
): Promise<(readonly PersonRecord[])[]> {
  const left = new Map(records.map((record) => [keyOf(record), record]));
  const listed = new Set(left.keys());
  const people: PersonRecord[][] = [];
  for (const record of records) {
    const { name } = record.entity;
    if (!isDataSubject(name) || !left.has(keyOf(record))) continue;
    const own = (await ownRecords(database, name, record.row._id)).filter((each) => listed.has(keyOf(each)));
    const person = [...own, ...(await recordsShownWith(database, own))];
    for (const each of person) left.delete(keyOf(each));
    people.push(person);
  }
  return left.size > 0 ? [...people, [...left.values()]] : people;
}

const keyOf = ({ entity, row }: PersonRecord): string => `${entity.name}/${row._id}`;

/** A line for each person's record, and one for each kind of what was about them. */
async function tellOf(trx: Transaction, records: readonly PersonRecord[]): Promise<void> {
  const others = new Map<string, number>();
  const tell = (detail: { entity: string; recordId?: string; rows: number }): Promise<void> =>
    audit(trx, {
      action: 'person-erased',
      outcome: 'done',
      userId: null,
      detail: { ...detail, why: 'by the server, at its start: was erased before' },
    });
  for (const { entity, row } of records) {
    if (isDataSubject(entity.name)) await tell({ entity: entity.name, recordId: row._id, rows: 1 });
    else others.set(entity.name, (others.get(entity.name) ?? 0) + 1);
  }
  for (const [entity, rows] of others) await tell({ entity, rows });
}

/** The records in the data whose hashes these are. */
async function standingAgain(database: Database, hashes: ReadonlySet<string>): Promise<PersonRecord[]> {
  const found: PersonRecord[] = [];
  for (const entity of database.model.entities.filter(isAboutPeople)) {
    const ids = await database.all<{ _id: string }>(`SELECT "_id" FROM ${quote(entity.name)}`);
    for (const { _id } of ids) {
      if (!hashes.has(erasedHash(entity.name, _id))) continue;
      const [row] = await database.all<PersonRecord['row']>(
        `SELECT ${columnsWithoutTexts(entity)} FROM ${quote(entity.name)} WHERE "_id" = ?`,
        [_id],
      );
      if (row) found.push({ entity, row });
    }
  }
  return found;
}
