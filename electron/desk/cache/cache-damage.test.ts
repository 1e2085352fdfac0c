import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { writePage } from '../sync/page-writer.ts';
import { Cache } from './cache.ts';
import { isDamage } from '../storage/sqlite-file.ts';
import { openWorkspace, pageOf, sampleCandidates } from '../testing/sample-rows.ts';
import { temporaryFolder } from '../testing/test-desk.ts';
import type { Workspace } from '../workspace/workspace.ts';

const ROWS = sampleCandidates(8);

let folder: ReturnType<typeof temporaryFolder>;
let workspace: Workspace;
const file = (name: string): string => join(folder.path, name);

beforeEach(() => {
  folder = temporaryFolder();
  workspace = openWorkspace(folder.path);
  writePage(workspace.cache, workspace.overlay, pageOf('candidate', ROWS, { seq: 8 }));
  saveOne();
});

afterEach(() => {
  workspace.close();
  folder.remove();
});

function saveOne(): void {
  const [row] = ROWS;
  const edit = { entity: 'candidate', id: row?._id ?? '', base: row?._seq ?? 0 } as const;
  workspace.writer.save({ ...edit, changes: { city: `City ${Math.random()}` } }, workspace.actor);
}

const reopen = (): void => {
  workspace = openWorkspace(folder.path);
};

/** Changes bytes where the text first stands in the closed file. */
function flip(name: string, from: string, to: string): void {
  const bytes = readFileSync(file(name));
  const at = bytes.indexOf(from);
  expect(at).toBeGreaterThan(0);
  bytes.write(to, at);
  writeFileSync(file(name), bytes);
}

describe('a cache whose tables are not as they were made', () => {
  it.each([
    ['"city" text', '"cidy" text'],
    ['CREATE TABLE "candidate"', 'CREATE TABLE "cadidatee"'],
    ['overlay_base (entity', 'overlay_base (entidy'],
    ['sync_state (name', 'sync_state (nane'],
    ['AFTER INSERT ON "candidate"', 'AFTER DELETE ON "candidate"'],
  ])('%s -> %s is made anew', (from, to) => {
    workspace.close();
    flip('cache.db', from, to);
    reopen();
    expect(workspace.cache.position.cursor).toBe(null);
    expect(workspace.outbox.unansweredCount()).toBe(1);
    expect(readdirSync(folder.path)).toContain('cache.db.damaged');
    writePage(workspace.cache, workspace.overlay, pageOf('candidate', ROWS, { seq: 8 }));
    workspace.close();
    reopen();
    expect(workspace.cache.position.cursor).toBe('cursor-8');
  });

  it('is trusted with its indexes made, and after the figures of the planner were taken', async () => {
    await workspace.cache.buildIndexes();
    workspace.close();
    reopen();
    expect(workspace.cache.position.cursor).toBe('cursor-8');
    expect(readdirSync(folder.path)).not.toContain('cache.db.damaged');
  });

  it('is known by what our own statements meet while it is open', () => {
    let met: unknown;
    try {
      workspace.cache.db.exec('ALTER TABLE overlay_base RENAME TO overlay_bate');
      workspace.cache.statements.prepare('SELECT 1 FROM overlay_base');
    } catch (error) {
      met = error;
    }
    expect(isDamage(met)).toBe(true);
    workspace.repair(met, () => undefined);
    saveOne();
  });
});

describe('a folder where a file must be', () => {
  it.each(['cache.db', 'cache.db-wal', 'outbox.db'])('%s is put aside', (name) => {
    workspace.close();
    for (let round = 0; round < 2; round += 1) {
      rmSync(file(name), { recursive: true, force: true });
      mkdirSync(file(name));
      reopen();
      saveOne();
      expect(workspace.outbox.unansweredCount()).toBeGreaterThan(0);
      workspace.close();
    }
    reopen();
  });
});

it('a cache stays where it lies when it is not the file that keeps it from being opened', () => {
  workspace.close();
  expect(() => Cache.open(file('cache.db'), file('not-installed.node'))).toThrow(/Cannot find module/);
  expect(readdirSync(folder.path)).not.toContain('cache.db.damaged');
  reopen();
  expect(workspace.cache.position.cursor).toBe('cursor-8');
});
