import {
  closeSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { formatNumber } from '#shared/format/numbers.ts';
import { audit } from '../audit/record.ts';
import { openPasswords, type Passwords } from '../auth/passwords.ts';
import { forgetSealedPassword } from '../auth/sealed-passwords.ts';
import { assertNotCutShort, DRY_RUN } from '../backup/unfinished.ts';
import type { Configuration } from '../configuration/configuration.ts';
import { lockData } from '../database/data-lock.ts';
import type { Database } from '../database/database.ts';
import { sqliteBinding } from '#shared/node/sqlite-binding.ts';
import { heededErased } from '../persons/erase-again.ts';
import { ErasedList } from '../persons/erased-list.ts';
import { hashesOfErased } from '../records/erased.ts';
import { DATABASE_FILE, openData } from '../server.ts';
import { OrganisationImport, type ImportSettings } from './import-organisation.ts';
import { collectionsIn } from './old-collections.ts';
import { reportLines, type ImportReport } from './report.ts';

type Unlock = () => Promise<void>;
type Print = (line: string) => void;

/** Name of the file that lists what had no place here, one JSON object a line. */
export const LEFT_OVER_FILE = 'left-over.jsonl';
export const REPORT_FILE = 'report.json';

/**
 * `npm run server -- --import FOLDER [--dry-run]`: takes in the collections that the old system kept.
 * Gives the report: what was broken in the files was left out, and is in it.
 * @throws Error with one sentence where it cannot.
 */
export async function runImport(
  configuration: Configuration,
  folder: string,
  print: Print,
): Promise<ImportReport> {
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) {
    throw new Error(`${folder} is no folder. Name the folder of the exported collections with --import.`);
  }
  const { collections, others } = collectionsIn(folder);
  if (collections.length === 0) {
    throw new Error(`${folder} has no collection to import, such as students.json (docs/operations.md).`);
  }
  const work = configuration.dryRun ? tryImport : doImport;
  return work(configuration, print, (database, settings) =>
    new OrganisationImport(database, {
      ...settings,
      onProgress: (entity, done) => print(`  ${entity}: ${formatNumber(done)} read`),
    }).run(collections, others),
  );
}

type Run = (
  database: Database,
  settings: Omit<ImportSettings, 'onProgress'>,
) => ReturnType<OrganisationImport['run']>;

const nothing = (): Promise<void> => Promise.resolve();

/** On a copy of a SQLite database, since opening one already writes; PostgreSQL is only read. */
async function tryImport(configuration: Configuration, print: Print, run: Run): Promise<ImportReport> {
  assertNotCutShort(configuration);
  const file = join(configuration.dataFolder, DATABASE_FILE);
  const copied = configuration.databaseUrl === null && existsSync(file);
  // A copy of all data lies where it is looked after: a start removes one that was left.
  const scratch = mkdtempSync(
    copied ? join(configuration.dataFolder, DRY_RUN) : join(tmpdir(), 'placement-import-'),
  );
  const unlock = lockData(scratch);
  try {
    if (copied) {
      const source = new BetterSqlite3(file, { readonly: true, nativeBinding: sqliteBinding() });
      try {
        await source.backup(join(scratch, DATABASE_FILE));
      } finally {
        source.close();
      }
    }
    const database = await openData({ ...configuration, dataFolder: scratch });
    try {
      const report = await run(database, {
        dryRun: true,
        erased: await everErased(database, configuration),
        keepPassword: nothing,
        usersAdded: nothing,
        roleGiven: nothing,
        keepAside: () => undefined,
      });
      for (const line of reportLines(report, true)) print(line);
      return report;
    } finally {
      await database.close();
    }
  } finally {
    unlock();
    rmSync(scratch, { recursive: true, force: true });
  }
}

/**
 * No other import, and on SQLite no server, writes meanwhile: what is here already was looked at before. Several servers may share a
 * PostgreSQL.
 */
async function doImport(configuration: Configuration, print: Print, run: Run): Promise<ImportReport> {
  const unlock = await lockFor(configuration);
  try {
    return await importHere(configuration, print, run);
  } finally {
    await unlock();
  }
}

async function lockFor({ dataFolder, databaseUrl, databaseDirectUrl }: Configuration): Promise<Unlock> {
  if (databaseUrl !== null)
    return (await import('./one-at-a-time.ts')).lockImports(databaseDirectUrl ?? databaseUrl);
  const unlock = lockData(dataFolder);
  return () => Promise.resolve(unlock());
}

async function importHere(configuration: Configuration, print: Print, run: Run): Promise<ImportReport> {
  const database = await openData(configuration);
  try {
    const passwords = await openPasswords(database, configuration, print);
    const time = new Date().toISOString().replaceAll(/[:.]/g, '-');
    const out = join(configuration.dataFolder, `import-${time}`);
    mkdirSync(out, { mode: 0o700 });
    const leftOver = openSync(join(out, LEFT_OVER_FILE), 'wx', 0o600);
    try {
      const report = await run(database, {
        dryRun: false,
        erased: await everErased(database, configuration),
        keepPassword: (userId, given) => keepOldPassword(database, passwords, userId, given),
        usersAdded: (userIds) => recordUsers(database, userIds),
        roleGiven: (userId, role) => recordRole(database, userId, role),
        // Written at once: an import that is cut short has told of what it took in.
        keepAside: (each) => writeSync(leftOver, `${JSON.stringify(each)}\n`),
      });
      writeFileSync(join(out, REPORT_FILE), `${JSON.stringify(report, null, 2)}\n`, { mode: 0o600 });
      for (const line of reportLines(report, false)) print(line);
      print(`The report and what was kept aside are in ${out}`);
      return report;
    } finally {
      closeSync(leftOver);
    }
  } finally {
    await database.close();
  }
}

/** By the database, and by the list beside it: a restored backup has not met its server's first start yet. */
async function everErased(
  database: Database,
  { dataFolder, backupFolder }: Configuration,
): Promise<ReadonlySet<string>> {
  const listed = await heededErased(database, new ErasedList(dataFolder), backupFolder);
  return new Set([...listed, ...(await hashesOfErased(database))]);
}

async function keepOldPassword(
  database: Database,
  passwords: Passwords,
  userId: string,
  given: string,
): Promise<void> {
  const keep = await passwords.prepareOld(userId, given);
  await database.write(async (trx) => {
    await keep(trx);
    await audit(trx, { action: 'password-change', outcome: 'done', userId: null, subjectId: userId });
  });
}

/** Before they are there: an import that is cut short then may tell of users twice, but of none never. */
async function recordUsers(database: Database, userIds: readonly string[]): Promise<void> {
  await database.write(async (trx) => {
    for (const subjectId of userIds) {
      await audit(trx, { action: 'user-created', outcome: 'done', userId: null, subjectId });
    }
  });
}

async function recordRole(database: Database, userId: string, role: string): Promise<void> {
  await database.write(async (trx) => {
    const detail = { from: null, to: role };
    await audit(trx, { action: 'role-change', outcome: 'done', userId: null, subjectId: userId, detail });
    if (role === 'Super Admin') await forgetSealedPassword(trx, userId);
  });
}
