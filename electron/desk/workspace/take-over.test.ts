import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openOutbox } from '../outbox/outbox-opening.ts';
import { hashOf } from '../files/files-folder.ts';
import { takeOverSteps } from '../storage/encrypted-copy.ts';
import { makeKeys } from '../storage/key-file.ts';
import { openBytes } from '../storage/sealed-file.ts';
import { writePage } from '../sync/page-writer.ts';
import { foundInTheClear } from '../testing/folder-contents.ts';
import { picture } from '../testing/pictures.ts';
import { admin, openWorkspace, pageOf, sampleCandidates } from '../testing/sample-rows.ts';
import { temporaryFolder } from '../testing/test-desk.ts';
import { until } from '../testing/until.ts';
import { TakeOver } from './take-over.ts';
import type { Workspace } from './workspace.ts';

/** What an earlier version has left plain becomes encrypted once, whatever ends the desk meanwhile. */

const rows = sampleCandidates(40);
const TOLD = ['Latur', 'Sharma', '@mail.test', 'SQLite format 3'];
const keys = makeKeys();
let folder: ReturnType<typeof temporaryFolder>;
let workspace: Workspace | undefined;

beforeEach(() => {
  folder = temporaryFolder();
  const plain = openWorkspace(folder.path);
  writePage(plain.cache, plain.overlay, pageOf('candidate', rows, { seq: 40 }));
  for (const row of rows.slice(0, 5)) {
    const changes = { city: 'Latur', remarks: 'नोट '.repeat(300) };
    plain.writer.save({ entity: 'candidate', id: row._id, base: row._seq, changes }, plain.actor);
  }
  plain.index.catchUp();
  plain.close();
  expect(foundInTheClear(folder.path, TOLD).length).toBeGreaterThan(4);
});

afterEach(() => {
  workspace?.close();
  folder.remove();
});

function opened(): Workspace {
  workspace = openWorkspace(folder.path, admin, keys);
  return workspace;
}

function allIsThere({ outbox, lists, actor }: Workspace): void {
  expect(outbox.unanswered().map(({ n, changes }) => [n, changes['city']])).toEqual(
    [1, 2, 3, 4, 5].map((n) => [n, 'Latur']),
  );
  expect(outbox.notices.all()).toEqual([]);
  const found = lists.list(
    { entity: 'candidate', list: 'candidates', search: 'latur', offset: 0, limit: 50 },
    actor,
  );
  expect(found.total).toBe(5);
}

const plainLeft = (): string[] => foundInTheClear(folder.path, TOLD);
const named = (part: string): string[] => readdirSync(folder.path).filter((name) => name.includes(part));

it('all that was there is there, and its plain bytes are nowhere', async () => {
  new TakeOver(folder.path, keys).begin();
  const before = opened();
  allIsThere(before);
  expect(plainLeft()).toEqual([]);
  await until('files too', () => named('taking-over').length === 0);
  before.close();
  const again = opened();
  allIsThere(again);
  expect(plainLeft()).toEqual([]);
});

// A step more than there are ends by itself.
it.each([1, 2, 3, 4, 5, 6, 7])('goes on where it was killed after step %i', (steps) => {
  new TakeOver(folder.path, keys).begin();
  for (const [name, encryption] of [
    ['outbox.db', keys.outbox],
    ['cache.db', keys.cache],
  ] as const) {
    const path = join(folder.path, name);
    const prepare = (): void => {
      if (name === 'outbox.db')
        openOutbox(path, { nativeBinding: undefined, encryption: undefined }).db.close();
    };
    const taking = takeOverSteps(path, { encryption }, prepare);
    for (let step = 0; step < steps; step += 1) taking.next();
  }
  allIsThere(opened());
  expect(plainLeft()).toEqual([]);
  expect([...named('.plain'), ...named('.encrypted')]).toEqual([]);
});

it('an outbox whose beginning is damaged is put together first, and what was put aside is not plain', () => {
  const path = join(folder.path, 'outbox.db');
  writeFileSync(path, readFileSync(path).fill(0xa5, 0, 100));
  new TakeOver(folder.path, keys).begin();
  const { outbox } = opened();
  expect(outbox.unanswered()).toHaveLength(5);
  expect(outbox.notices.all()[0]?.message).toContain('was damaged');
  expect(named('outbox.db.damaged-1')).not.toEqual([]);
  expect(plainLeft()).toEqual([]);
});

it('an outbox that was being put together as the desk was killed is taken over too', () => {
  const path = join(folder.path, 'outbox.db');
  // Between the two renames of a repair.
  renameSync(path, `${path}.salvaged`);
  new TakeOver(folder.path, keys).begin();
  expect(opened().outbox.unanswered()).toHaveLength(5);
  expect(plainLeft()).toEqual([]);
});

it('pictures are taken over while the desk works, and read meanwhile', async () => {
  const bytes = picture('a plain picture');
  const hash = hashOf(bytes);
  mkdirSync(join(folder.path, 'files'), { recursive: true });
  writeFileSync(join(folder.path, 'files', hash), bytes);
  new TakeOver(folder.path, keys).begin();
  const { files, outbox } = opened();
  outbox.files.add(hash);
  const access = undefined as never;
  const got = await files.get(hash, access);
  expect(got?.base64).toBe(bytes.toString('base64'));
  await until('all are taken over', () => !existsSync(join(folder.path, 'taking-over.json')));
  const stored = readFileSync(join(folder.path, 'files', hash));
  expect(stored.includes('a plain picture')).toBe(false);
  expect(openBytes(keys.files, hash, stored)?.equals(bytes)).toBe(true);
  expect((await files.get(hash, access))?.base64).toBe(bytes.toString('base64'));
});

it('without the mark of the key nothing plain is taken over', () => {
  new TakeOver(folder.path, makeKeys()).begin();
  const { outbox } = opened();
  expect(outbox.unanswered()).toEqual([]);
  expect(outbox.notices.all()[0]?.message).toContain('was damaged');
});
