import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { formatNumber } from '#shared/format/numbers.ts';
import type { Configuration } from '../configuration/configuration.ts';
import { lockData } from '../database/data-lock.ts';
import { openDatabase } from '../database/database.ts';
import { DATABASE_FILE } from '../server.ts';
import { copyOrganisation } from './copy-organisation.ts';
import { noteMoved } from './moved-away.ts';

/**
 * `npm run server -- --copy-to postgres://…`: moves an organisation from SQLite to PostgreSQL.
 * @throws Error with one sentence where it cannot.
 */
export async function copyTo(
  configuration: Configuration,
  url: string,
  print: (line: string) => void,
): Promise<void> {
  const file = join(configuration.dataFolder, DATABASE_FILE);
  if (!existsSync(file)) throw new Error(`There is no ${file}. Say where the data is with --data.`);
  const unlock = lockData(configuration.dataFolder);
  try {
    await copyFrom(file, url, print, (place) => noteMoved(configuration.dataFolder, place));
    print(
      'Start the server with DATABASE_URL and the same --data folder from now on: without, it refuses to.',
    );
    print(`Delete ${file} once all is well: whoever is erased from now on stays in it.`);
  } finally {
    unlock();
  }
}

/** @param whenSame hears what the other database is called, without its password, before anybody can write into this one */
async function copyFrom(
  file: string,
  url: string,
  print: (line: string) => void,
  whenSame: (place: string) => void,
): Promise<void> {
  const source = await openDatabase({ at: { file } });
  try {
    const target = await openDatabase({ at: { url } });
    try {
      print(`Copying ${source.place} to ${target.place}`);
      const tables = await copyOrganisation(source, target, progressPrinter(print), () =>
        whenSame(target.place),
      );
      for (const { table, rows, checksum } of tables) {
        print(`${table.padEnd(18)} ${formatNumber(rows).padStart(12)} rows  ${checksum.slice(0, 16)}`);
      }
      print('The copy holds the same as the original, row by row.');
    } finally {
      await target.close();
    }
  } finally {
    await source.close();
  }
}

const ROWS_A_LINE = 20_000;

function progressPrinter(print: (line: string) => void): (table: string, rows: number) => void {
  return (table, rows) => {
    if (rows % ROWS_A_LINE === 0) print(`  ${table}: ${formatNumber(rows)} rows so far`);
  };
}
