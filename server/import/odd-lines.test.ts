import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { defaults, type Configuration } from '../configuration/configuration.ts';
import { openData } from '../server.ts';
import { newDatabaseWithTables, onPostgresql } from '../testing/postgresql.ts';
import { CHEAP } from '../testing/server.ts';
import { PASSWORD_KEY } from '../../tests/product/processes.ts';
import { LEFT_OVER_FILE, runImport } from './main.ts';
import type { ImportReport } from './report.ts';

/** No line of an export is lost, cut or changed without a word. */

let folder: string;
let old: string;
let configuration: Configuration;
let drop: () => Promise<void>;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'placement-odd-lines-'));
  old = join(folder, 'old');
  mkdirSync(old);
  const postgresql = onPostgresql() ? await newDatabaseWithTables() : null;
  drop = async () => postgresql?.drop();
  configuration = {
    ...defaults,
    dataFolder: join(folder, 'data'),
    databaseUrl: postgresql?.url ?? null,
    passwordCost: CHEAP,
    passwordKey: PASSWORD_KEY,
  };
});
afterEach(async () => {
  await drop();
  rmSync(folder, { recursive: true, force: true });
});

const run = (): Promise<ImportReport> => runImport(configuration, old, () => undefined);

const placesOf = ({ broken }: ImportReport): [number, string][] =>
  broken.map(({ at, reason }) => [at, reason]);

async function rowsOf(sql: string): Promise<unknown[]> {
  const database = await openData(configuration);
  try {
    return await database.all(sql);
  } finally {
    await database.close();
  }
}

/** Of the last import. */
function leftOver(): { _id: string; fields: { field: string; reason: string; value?: unknown }[] }[] {
  const out = readdirSync(configuration.dataFolder).filter((name) => name.startsWith('import-'));
  const text = readFileSync(join(configuration.dataFolder, out.sort().at(-1) ?? '', LEFT_OVER_FILE), 'utf8');
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as ReturnType<typeof leftOver>[number]);
}

test('a line ends where mongoexport ends it, whatever its texts hold', async () => {
  const description = 'one\u2028two\u2029three\u0085four';
  const lines = [
    JSON.stringify({ _id: 'a', description, link: 'https://x.test' }),
    '{"_id": ',
    '{"_id": "b"}',
  ];
  writeFileSync(join(old, 'links.json'), lines.join('\r\n'));
  expect(placesOf(await run())).toEqual([[2, 'It is not JSON']]);
  expect(await rowsOf('SELECT "_id" FROM "dataLink" ORDER BY "_id"')).toEqual([{ _id: 'a' }, { _id: 'b' }]);
});

test('bytes that are no UTF-8 are a broken line with its place, and a broken array is refused', async () => {
  const name = Buffer.from('{"_id": "jose", "fullName": "José"}\n', 'latin1');
  writeFileSync(
    join(old, 'students.json'),
    Buffer.concat([name, Buffer.from('{"_id": "b", "fullName": "José"}')]),
  );
  expect(placesOf(await run())).toEqual([[1, 'It is not UTF-8']]);
  expect(await rowsOf('SELECT "_id", "fullName" FROM "candidate"')).toEqual([{ _id: 'b', fullName: 'José' }]);
  writeFileSync(join(old, 'students.json'), Buffer.from('[{"_id": "jose", "fullName": "José"}]', 'latin1'));
  await expect(run()).rejects.toThrow(/students\.json is not UTF-8\. Export the collection again\.$/);
});

test('a line or an array that no memory holds is said in a sentence, with its place', async () => {
  const links = join(old, 'links.json');
  writeFileSync(links, '{"_id": "a"}\n');
  // No bytes on the disk: what is read of them are NULs.
  truncateSync(links, 130 * 1024 * 1024);
  writeFileSync(links, '\n{"_id": "b"}\n', { flag: 'a' });
  expect(placesOf(await run())).toEqual([[2, 'It is too long']]);
  expect(await rowsOf('SELECT "_id" FROM "dataLink" ORDER BY "_id"')).toEqual([{ _id: 'a' }, { _id: 'b' }]);
  writeFileSync(links, '[');
  truncateSync(links, 600 * 1024 * 1024);
  await expect(run()).rejects.toThrow(/links\.json is too large .+ without --jsonArray\.$/);
});

test('a second record of one _id with other contents is kept aside, once more at each import; the same twice is not', async () => {
  const one = { _id: 'a', fullName: 'Asha', notes: 'first' };
  const lines = (...records: readonly object[]): string =>
    records.map((each) => JSON.stringify(each)).join('\n');
  const other = { _id: 'a', fullName: 'Asha', city: 'Kochi', password: 'words' };
  writeFileSync(join(old, 'student.json'), lines(one, one));
  writeFileSync(join(old, 'students.json'), lines(other));
  for (const imported of [1, 0]) {
    const { counts } = await run();
    expect(counts.candidate).toMatchObject({ found: 3, imported, alreadyHere: 2 - imported, keptAside: 1 });
    const [aside] = leftOver();
    expect(aside?.fields).toEqual([
      {
        field: '(the whole record)',
        value: { _id: 'a', fullName: 'Asha', city: 'Kochi' },
        reason: 'Another record of this _id came before it',
      },
    ]);
  }
  expect(await rowsOf('SELECT "fullName", "notes", "city" FROM "candidate"')).toEqual([
    { fullName: 'Asha', notes: 'first', city: null },
  ]);
});

test('a second user of one _id gives nobody a password', async () => {
  const user = { _id: 'u', name: 'Asha', email: 'asha@office.test' };
  writeFileSync(
    join(old, 'users.json'),
    [user, { ...user, name: 'Other', password: 'Kettle marble 96' }]
      .map((each) => JSON.stringify(each))
      .join('\n'),
  );
  for (const _ of [1, 2]) {
    const { counts, passwords } = await run();
    expect([counts.user?.keptAside, passwords]).toEqual([1, { hashed: 0, plain: 0 }]);
  }
});

test('an _id that no record can have is a broken line', async () => {
  const ids = [
    'line\nbreak',
    'nul\u0000',
    'good.id\u200B',
    'good.id ',
    '\u0085',
    '\ud800',
    '.',
    '..',
    'good.id',
  ];
  writeFileSync(join(old, 'links.json'), ids.map((_id) => JSON.stringify({ _id })).join('\n'));
  const reason = 'Its _id is not one that a record can have';
  expect(placesOf(await run())).toEqual([1, 2, 3, 4, 5, 6, 7, 8].map((at) => [at, reason]));
  expect(await rowsOf('SELECT "_id" FROM "dataLink"')).toEqual([{ _id: 'good.id' }]);
});

test('times of a record beyond the years of four digits, and what is no time, are kept aside', async () => {
  const far = { $date: { $numberLong: '8640000000000000' } };
  const records = [
    { _id: 'a', createdAt: far, updatedAt: { $date: '2024-03-02T00:00:00Z' } },
    { _id: 'b', createdAt: { $date: { $numberLong: '-8640000000000000' } }, updatedAt: 'soon' },
    { _id: 'c', createdAt: '0001-01-01T00:00:00Z', updatedAt: '9999-12-31T23:59:59Z' },
  ];
  writeFileSync(join(old, 'links.json'), records.map((each) => JSON.stringify(each)).join('\n'));
  await run();
  const reason = 'It is not a time of the years 1 to 9999';
  expect(
    leftOver().flatMap(({ _id, fields }) => fields.map(({ field, reason: why }) => [_id, field, why])),
  ).toEqual([
    ['a', 'createdAt', reason],
    ['b', 'createdAt', reason],
    ['b', 'updatedAt', reason],
  ]);
  const rows = await rowsOf('SELECT "createdAt", "updatedAt" FROM "dataLink" ORDER BY "_id"');
  const ofNow = expect.stringMatching(/^20\d\d-/) as string;
  expect(rows).toEqual([
    { createdAt: ofNow, updatedAt: '2024-03-02T00:00:00.000Z' },
    { createdAt: ofNow, updatedAt: ofNow },
    { createdAt: '0001-01-01T00:00:00.000Z', updatedAt: '9999-12-31T23:59:59.000Z' },
  ]);
});
