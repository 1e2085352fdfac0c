import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { defaults } from '../configuration/configuration.ts';
import { ErasedList } from '../persons/erased-list.ts';
import { erasedHash } from '../records/erased.ts';
import { startServer } from '../server.ts';
import { CHEAP, startOnSameData, startTestServer, type TestServer } from '../testing/server.ts';
import { newCandidate } from '../testing/client.ts';
import { isDamage, ownBackups } from './damage.ts';
import { backUp } from './back-up.ts';
import { restoreInPlace, setAside } from './set-aside.ts';

let server: TestServer;
let folder: string;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'placement-aside-'));
  server = await startTestServer();
});
afterEach(async () => {
  await server.drop();
  rmSync(folder, { recursive: true, force: true });
});

const asPc = { embedded: true, backupFolder: null, passwordReveal: false } as const;
const start = (): Promise<Awaited<ReturnType<typeof startServer>>> =>
  startServer({
    ...defaults,
    ...asPc,
    port: 0,
    dataFolder: server.dataFolder,
    logLevel: 'silent',
    passwordCost: CHEAP,
  });

const failure = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => null,
    (error: unknown) => error,
  );

test('a backup takes the place of a damaged database, which is kept; files and who was erased stay', async () => {
  const hr = await server.signIn('HR');
  await hr.push(newCandidate('before'));
  mkdirSync(join(server.dataFolder, 'files', 'ab'), { recursive: true });
  writeFileSync(join(server.dataFolder, 'files', 'ab', 'old'), 'in the backup');
  const { folder: backup } = await backUp(server.dataFolder, folder);
  rmSync(join(server.dataFolder, 'files', 'ab', 'old'));
  writeFileSync(join(server.dataFolder, 'files', 'ab', 'new'), 'sent since');
  await new ErasedList(server.dataFolder).add([erasedHash('candidate', 'gone')]);
  await hr.push(newCandidate('after'));
  await server.close();
  const secret = readFileSync(join(server.dataFolder, 'signing-secret'), 'utf8');
  const file = join(server.dataFolder, 'server.db');
  const bytes = readFileSync(file);
  bytes.fill(0x78, 0, 4_096);
  writeFileSync(file, bytes);
  writeFileSync(`${file}-wal`, 'left behind');

  expect(isDamage(await failure(start()))).toBe(true);
  expect(
    await ownBackups({ ...defaults, dataFolder: server.dataFolder, backupFolder: folder }),
  ).toMatchObject([{ folder: backup, ours: true }]);
  // A backup that cannot be restored leaves all as it was.
  const other = join(folder, 'backup-20260101-000000');
  mkdirSync(other);
  await expect(restoreInPlace(other, server.dataFolder)).rejects.toThrow('is not a backup');
  expect(readFileSync(file).equals(bytes)).toBe(true);

  await restoreInPlace(backup, server.dataFolder);
  const [aside = ''] = readdirSync(server.dataFolder).filter((name) => name.startsWith('damaged-'));
  expect(readFileSync(join(server.dataFolder, aside, 'server.db')).equals(bytes)).toBe(true);
  expect(readdirSync(server.dataFolder).filter((name) => name.startsWith('restored-'))).toEqual([]);
  expect(existsSync(`${file}-wal`)).toBe(false);
  const again = await start();
  const found = await again.database.all<{ _id: string }>('SELECT "_id" FROM "candidate"');
  expect(found.map(({ _id }) => _id)).toEqual(['before']);
  await again.close();
  expect(readdirSync(join(server.dataFolder, 'files', 'ab')).sort()).toEqual(['new', 'old']);
  expect(readFileSync(join(server.dataFolder, 'erased'), 'utf8')).toContain(erasedHash('candidate', 'gone'));
  expect(readFileSync(join(server.dataFolder, 'signing-secret'), 'utf8')).toBe(secret);
});

test('a backup that was changed since it was offered is not restored, though it is whole', async () => {
  const { folder: backup } = await backUp(server.dataFolder, folder);
  const configuration = { ...defaults, dataFolder: server.dataFolder, backupFolder: folder };
  expect(await ownBackups(configuration)).toMatchObject([{ folder: backup }]);
  const other = await startTestServer();
  const { folder: forged } = await backUp(other.dataFolder, join(folder, 'elsewhere'));
  await other.stop();
  await server.close();
  rmSync(backup, { recursive: true });
  renameSync(forged, backup);
  const before = readFileSync(join(server.dataFolder, 'server.db'));
  await expect(restoreInPlace(backup, server.dataFolder)).rejects.toThrow(
    /is not a backup that this application made, or was changed since/,
  );
  expect(readFileSync(join(server.dataFolder, 'server.db')).equals(before)).toBe(true);
});

test('what a restoring left that was ended in its middle goes at the next start', async () => {
  await server.close();
  const left = join(server.dataFolder, 'restored-0c7bd4a5-6f0e-4d3c-9f43-1c52a4a2f6a1');
  mkdirSync(left);
  writeFileSync(join(left, 'server.db'), 'all data');
  await (await start()).close();
  expect(existsSync(left)).toBe(false);
});

test('a database that is gone or empty is not made anew in silence on a PC; put aside, it is', async () => {
  await server.close();
  const file = join(server.dataFolder, 'server.db');
  writeFileSync(file, '');
  expect(isDamage(await failure(start()))).toBe(true);
  rmSync(file);
  expect(isDamage(await failure(start()))).toBe(true);
  // Set aside by its user, with the secret that tells of the data from before.
  writeFileSync(file, 'no database');
  const aside = await setAside(server.dataFolder);
  expect(readFileSync(join(aside, 'server.db'), 'utf8')).toBe('no database');
  const fresh = await start();
  expect(await fresh.database.all('SELECT "_id" FROM "user"')).toEqual([]);
  await fresh.close();
});

test('damage deep in a database is found where its last work was cut off', async () => {
  const hr = await server.signIn('HR');
  await hr.push(...Array.from({ length: 300 }, (_, at) => newCandidate(`row-${at}`)));
  await server.close();
  const file = join(server.dataFolder, 'server.db');
  const bytes = readFileSync(file);
  // Where no start looks: pages in the middle.
  bytes.fill(
    0x78,
    Math.floor(bytes.length / 8_192) * 4_096,
    Math.floor(bytes.length / 8_192) * 4_096 + 40_960,
  );
  writeFileSync(file, bytes);
  const opened = await failure(startOnSameData(server).then((running) => running.close()));
  writeFileSync(`${file}-wal`, Buffer.alloc(64));
  expect([isDamage(opened), isDamage(await failure(start()))]).toEqual([false, true]);
});
