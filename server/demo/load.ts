import type { Passwords } from '../auth/passwords.ts';
import { ensureBuiltIn } from '../database/built-in.ts';
import { deleteBuiltInSlides, hasWrittenSlide } from '../database/built-in-slide.ts';
import { bulkLoad, type LoadedRecord } from '../database/bulk-load.ts';
import type { Database } from '../database/database.ts';
import type { Candidate } from '#shared/model/candidate.ts';
import { entityNames, type EntityName } from '#shared/model/entities.ts';
import { quote } from '#shared/model/list-query.ts';
import type { FileStore } from '../files/store.ts';
import { loadCvs, NEWEST_WITH_CV } from './cvs.ts';
import { demoRecords } from './demo-records.ts';
import type { DemoOptions } from './record-base.ts';
import { DEMO_PASSWORD, demoUsers } from './staff.ts';

export interface LoadDemoOptions {
  /** How many candidates and inquiries (defaults: 400 and 250). */
  candidates?: number;
  inquiries?: number;
  /** A whole number; the same seed on the same Indian day gives the same records (default: 1). */
  seed?: number;
  today?: Date;
  /** Where files lie: some candidates then have a CV. */
  files?: FileStore;
  /** Called now and then with the records loaded of an entity so far. */
  onProgress?: (entity: EntityName, loaded: number) => void;
}

/** How many records of each entity were loaded. */
export type DemoCounts = Partial<Record<EntityName, number>>;

/** The server itself makes these (decision 10): a database that has only them is still empty. */
const BUILT_IN: readonly EntityName[] = ['role', 'careerSlide'];

/** In `meta` while demo data is loaded: what is there then is a part of it, which nobody has used. */
const BEGUN = 'demoBegun';

/**
 * Whether nobody has used the database yet: it holds nothing but the built-in roles and the career slide, or what a loading of demo
 * data has left that did not come to its end.
 */
export async function isEmpty(database: Database): Promise<boolean> {
  if (await isBegun(database)) return true;
  for (const { name } of database.model.entities) {
    if (BUILT_IN.some((builtIn) => builtIn === name)) continue;
    if (await hasRecords(database, name)) return false;
  }
  return true;
}

async function isBegun(database: Database): Promise<boolean> {
  return (await database.all(`SELECT 1 AS "found" FROM "meta" WHERE "name" = '${BEGUN}'`)).length > 0;
}

/** The part that is there goes: nobody has signed in with it. */
async function begin(database: Database): Promise<void> {
  const isAgain = await isBegun(database);
  await database.write(async (trx) => {
    for (const { name } of isAgain ? database.model.entities : []) {
      if (BUILT_IN.some((builtIn) => builtIn === name)) continue;
      await trx.all(`DELETE FROM ${quote(name)}`);
      await trx.all('DELETE FROM "change_log" WHERE "entity" = ?', [name]);
    }
    await trx.all(`INSERT INTO "meta" ("name", "value") VALUES ('${BEGUN}', '1') ON CONFLICT DO NOTHING`);
  });
}

async function hasRecords(database: Database, entityName: string): Promise<boolean> {
  const rows = await database.all(`SELECT "_id" FROM "${entityName}" LIMIT 1`);
  return rows.length > 0;
}

/**
 * Fills an empty database with demo data, record by record, and gives each active demo user the demo password.
 * Roles that the server has made already are kept; its career slide makes way for the demo's, unless somebody wrote on it.
 * @throws Error where the database holds records of its own; nothing is changed then.
 */
export async function loadDemo(
  database: Database,
  passwords: Passwords,
  options: LoadDemoOptions = {},
): Promise<DemoCounts> {
  if (!(await isEmpty(database))) {
    throw new Error('The database already holds records: demo data goes into an empty one only.');
  }
  await begin(database);
  const counted = { inquiries: options.inquiries ?? 250, candidates: options.candidates ?? 400 };
  const demo: DemoOptions = {
    seed: options.seed ?? 1,
    today: options.today ?? new Date(),
    counts: counted,
  };
  const counts: DemoCounts = {};
  const howMany: Partial<Record<EntityName, number>> = {
    inquiry: counted.inquiries,
    candidate: counted.candidates,
    activity: counted.inquiries,
  };
  const load = async (entity: EntityName): Promise<void> => {
    const records = demoRecords(entity, { ...demo, count: howMany[entity] ?? 0 });
    if (records === null) return;
    const onProgress = (loaded: number): void => options.onProgress?.(entity, loaded);
    const loaded = entity === 'candidate' ? newestNoted(records, newest) : records;
    counts[entity] = await bulkLoad(database, entity, loaded, { onProgress });
  };
  const newest: Candidate[] = [];

  if (!(await hasRecords(database, 'role'))) await load('role');
  if (!(await hasWrittenSlide(database))) await load('careerSlide');
  await deleteBuiltInSlides(database);
  await ensureBuiltIn(database);
  for (const entity of entityNames) if (!BUILT_IN.includes(entity)) await load(entity);
  if (options.files) counts.document = await loadCvs(database, options.files, newest, demo);
  for (const user of demoUsers(demo)) {
    if (user.isActive) await passwords.set(database, user._id, DEMO_PASSWORD);
  }
  await database.write((trx) => trx.all(`DELETE FROM "meta" WHERE "name" = '${BEGUN}'`));
  return counts;
}

/** Notes the last of the candidates as they pass: all of them would need the memory of a whole load. */
function* newestNoted(records: Iterable<LoadedRecord>, newest: Candidate[]): Iterable<LoadedRecord> {
  for (const record of records) {
    newest.push(record as Candidate);
    if (newest.length > NEWEST_WITH_CV) newest.shift();
    yield record;
  }
}
