import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { openPasswords } from '../auth/passwords.ts';
import { defaults, passwordSettings } from '../configuration/configuration.ts';
import { openDatabase } from '../database/database.ts';
import { makeFolder } from '#shared/node/make-folder.ts';
import { DATABASE_FILE, FILES_FOLDER } from '../data-files.ts';
import { FileStore } from '../files/store.ts';
import { formatNumber } from '#shared/format/numbers.ts';
import { entityNames, entityOf, type EntityName } from '#shared/model/entities.ts';
import { isEmpty, loadDemo, type DemoCounts } from './load.ts';

/** `npm run demo`: fills an empty server database with demo data and ends. */

const USAGE =
  'Usage: npm run demo -- [--candidates NUMBER] [--inquiries NUMBER] [--seed NUMBER] --data FOLDER';
/** Far beyond any institute; a larger number is a slip of the keyboard. */
const MOST_RECORDS = 10_000_000;
const PROGRESS_STEP = 10_000;

interface DemoCommand {
  candidates: number;
  inquiries: number;
  seed: number;
  dataFolder: string;
}

function readCommand(args: readonly string[]): DemoCommand {
  const given = parse(args);
  if (!given.data) throw new Error(`Say which folder to fill with --data. ${USAGE}`);
  return {
    candidates: numberOf('candidates', given.candidates ?? '400', MOST_RECORDS),
    inquiries: numberOf('inquiries', given.inquiries ?? '250', MOST_RECORDS),
    seed: numberOf('seed', given.seed ?? '1', 2 ** 32 - 1),
    dataFolder: resolve(given.data),
  };
}

function parse(args: readonly string[]): {
  candidates?: string;
  inquiries?: string;
  seed?: string;
  data?: string;
} {
  try {
    const text = { type: 'string' } as const;
    return parseArgs({
      args: [...args],
      options: { candidates: text, inquiries: text, seed: text, data: text },
    }).values;
  } catch (error) {
    throw new Error(
      `${error instanceof Error ? error.message.split('\n')[0] : 'Unknown argument'}. ${USAGE}`,
      { cause: error },
    );
  }
}

function numberOf(name: string, text: string, most: number): number {
  const value = Number(text);
  if (!/^\d+$/.test(text) || value > most) {
    throw new Error(`--${name} must be a whole number from 0 to ${formatNumber(most)}, not "${text}".`);
  }
  return value;
}

function reportProgress(entity: EntityName, loaded: number): void {
  if (loaded % PROGRESS_STEP === 0) console.log(`${counted(entity, loaded)} so far`);
}

const counted = (entity: EntityName, count: number): string =>
  `${formatNumber(count)} ${entityOf(entity).plural}`;

const summary = (counts: DemoCounts): string =>
  entityNames
    .flatMap((entity) => (counts[entity] === undefined ? [] : [counted(entity, counts[entity])]))
    .join(', ');

async function run({ dataFolder, candidates, inquiries, seed }: DemoCommand): Promise<void> {
  makeFolder(dataFolder);
  const started = performance.now();
  const database = await openDatabase({ at: { file: join(dataFolder, DATABASE_FILE) } });
  try {
    if (!(await isEmpty(database))) {
      throw new Error(
        `The database in ${dataFolder} already holds records: choose another folder with --data, or remove this one first.`,
      );
    }
    const settings = { ...defaults, dataFolder, ...passwordSettings(process.env) };
    const passwords = await openPasswords(database, settings, console.error);
    const counts = await loadDemo(database, passwords, {
      candidates,
      inquiries,
      seed,
      files: new FileStore(join(dataFolder, FILES_FOLDER)),
      onProgress: reportProgress,
    });
    const seconds = ((performance.now() - started) / 1000).toFixed(1);
    console.log(`Demo data (seed ${seed}) loaded into ${dataFolder} in ${seconds} s: ${summary(counts)}.`);
  } finally {
    await database.close();
  }
}

try {
  await run(readCommand(process.argv.slice(2)));
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}
