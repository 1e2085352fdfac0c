import { randomUUID } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { SnapshotFolder, type Manifest } from './snapshot-folder.ts';

let path: string;
let folder: SnapshotFolder;
beforeEach(() => {
  path = mkdtempSync(join(tmpdir(), 'placement-snapshots-'));
  folder = new SnapshotFolder(path);
});
afterEach(() => rmSync(path, { recursive: true, force: true }));

/** Files of a snapshot, as the worker writes them; whole with its manifest. */
function written(): string {
  const id = randomUUID();
  folder.write(id);
  for (const file of [folder.database(id), folder.pieces(id)]) writeFileSync(file, 'everybody');
  return id;
}

const manifestOf = (id: string, seq = 1): Manifest => ({
  id,
  view: 'a view',
  schema: 'a schema',
  epoch: 'an epoch',
  seq,
  mark: 'a mark',
  madeAt: new Date().toISOString(),
  counts: {},
  pieces: [],
});

function whole(seq = 1): string {
  const id = written();
  folder.keep(manifestOf(id, seq));
  folder.written(id);
  return id;
}

/** As a process that died has left it: nobody here writes it. */
function leftBehind(name: string): void {
  writeFileSync(join(path, name), 'everybody');
}

const names = (): string[] => readdirSync(path).sort();
const ofOne = (id: string): string[] => [`${id}.db`, `${id}.json`, `${id}.pieces`];

test('the whole ones are there, the newest first; without the folder there are none', () => {
  const [older, newest] = [whole(3), whole(7)];
  expect(folder.all().map(({ id }) => id)).toEqual([newest, older]);
  rmSync(path, { recursive: true });
  expect(folder.all()).toEqual([]);
  folder.clear();
  folder.tidy({ alone: true });
});

test('a manifest that cannot be read is as none', () => {
  const id = whole();
  for (const text of ['', '{"id"', '{}']) {
    writeFileSync(join(path, `${id}.json`), text);
    expect([folder.all(), folder.find(id)]).toEqual([[], undefined]);
  }
});

test('tidying leaves what is whole and what is being written, and removes the rest', () => {
  const [kept, writing] = [whole(), written()];
  for (const ending of ['db', 'pieces']) leftBehind(`${randomUUID()}.${ending}`);
  folder.tidy({ alone: true });
  expect(names()).toEqual([...ofOne(kept), `${writing}.db`, `${writing}.pieces`].sort());
});

test('beside other processes only what is old goes', () => {
  const kept = whole();
  const [young, old] = [`${randomUUID()}.db`, `${randomUUID()}.db`];
  leftBehind(young);
  leftBehind(old);
  const threeHoursAgo = Date.now() / 1_000 - 3 * 60 * 60;
  for (const name of [old, ...ofOne(kept)]) utimesSync(join(path, name), threeHoursAgo, threeHoursAgo);
  // Leads nowhere: as a file that another process has removed by now.
  symlinkSync(join(path, 'gone'), join(path, 'went-meanwhile'));
  folder.tidy({ alone: false });
  expect(names()).toEqual([...ofOne(kept), young, 'went-meanwhile'].sort());
});

test('clearing removes everything but what is being written', () => {
  const writing = written();
  whole();
  leftBehind(`${randomUUID()}.pieces`);
  folder.clear();
  expect(names()).toEqual([`${writing}.db`, `${writing}.pieces`].sort());
  // It has no manifest: it was given up.
  folder.written(writing);
  expect(names()).toEqual([]);
});

test('one that was whole goes although the writing of it has not ended', () => {
  const id = written();
  folder.keep(manifestOf(id));
  folder.clear();
  expect(names()).toEqual([]);
});
