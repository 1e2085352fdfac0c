import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { TrayEntry } from '#shared/protocol/sync-calls.ts';
import { refusedWith, type ChangeSet } from '#shared/protocol/change-sets.ts';
import type { OutboxOperation } from '../outbox/outbox-operation.ts';
import { newSet } from '../records/new-set.ts';
import { openSqlite } from '../storage/sqlite-file.ts';
import { writePage } from '../sync/page-writer.ts';
import { openWorkspace, pageOf, sampleCandidates } from '../testing/sample-rows.ts';
import { temporaryFolder } from '../testing/test-desk.ts';
import { retryRefused } from './refused-again.ts';
import { discard } from './settle-entry.ts';
import { trayEntries } from './tray.ts';
import type { Workspace } from './workspace.ts';

const rows = sampleCandidates(1_200);
let folder: ReturnType<typeof temporaryFolder>;
let workspace: Workspace;

beforeEach(() => {
  folder = temporaryFolder();
  workspace = openWorkspace(folder.path);
  writePage(workspace.cache, workspace.overlay, pageOf('candidate', rows, { seq: rows.length }));
});
afterEach(() => {
  workspace.close();
  folder.remove();
});

let cities = 0;

/** The city of so many candidates, as one set or a part of one. Gives its operations. */
function saveSet(
  count: number,
  from = 0,
  set: ChangeSet = newSet(`City of ${count} candidates`),
): OutboxOperation[] {
  cities += 1;
  const ids = rows.slice(from, from + count).map(({ _id }) => _id);
  workspace.writer.updateSome('candidate', ids, { city: `City ${cities}` }, set, workspace.actor);
  return workspace.outbox.sets.of(set.id).filter((each) => each.set?.part === set.part);
}

/** What the server answers where one of a set is wrong. */
function refuse(operations: readonly OutboxOperation[], at: number): OutboxOperation {
  const wrong = operations[at];
  if (!wrong) throw new Error('There is no such operation');
  const cause = { id: wrong.id, code: 'forbidden', error: 'You may not.' } as const;
  workspace.outbox.transaction(() => {
    for (const { id, set } of operations) {
      const { code, error } = refusedWith(cause, id, set?.title ?? '');
      workspace.outbox.markRefused(id, id === wrong.id ? cause : { code, error, refusedWith: wrong.id });
    }
  });
  return wrong;
}

/** How many records were offered again. */
async function retried(id: string): Promise<number> {
  let offered = 0;
  await retryRefused(workspace, id, (touched) => (offered += touched.length));
  return offered;
}

async function givenUp(id: string): Promise<number> {
  let given = 0;
  await discard(workspace, id, (touched) => (given += touched.length));
  return given;
}

const refusedOnes = (): TrayEntry[] => trayEntries(workspace).filter(({ kind }) => kind === 'refused');

it('are told of once, by what was wrong, however many were refused after it', () => {
  const wrong = [refuse(saveSet(500), 0), refuse(saveSet(500, 500), 3)];
  expect(refusedOnes().map(({ id }) => id)).toEqual(expect.arrayContaining(wrong.map(({ id }) => id)));
  expect(refusedOnes()).toHaveLength(2);
  expect(refusedOnes()[0]).toMatchObject({
    message: 'You may not.',
    set: { title: 'City of 500 candidates', changes: 500, all: 500 },
  });
  expect(workspace.outbox.attentionCount()).toBe(2);
});

it('are offered again whole under new ids, and given up whole', async () => {
  const operations = saveSet(40);
  const wrong = refuse(operations, 20);
  expect(await retried(wrong.id)).toBe(40);
  const again = workspace.outbox.unanswered();
  expect(again.map(({ recordId }) => recordId)).toEqual(operations.map(({ recordId }) => recordId));
  expect(new Set(again.map(({ set }) => set?.id)).size).toBe(1);
  const before = new Set(operations.map(({ id }) => id));
  expect(again.some(({ id }) => before.has(id))).toBe(false);

  expect(await givenUp(refuse(again, 39).id)).toBe(40);
  expect(trayEntries(workspace)).toEqual([]);
  expect(workspace.outbox.hasUnsettled()).toBe(false);
});

it('of several parts are tried again and given up as a whole; what the server has taken in stays', async () => {
  const set = newSet('City of 900 candidates');
  const [first = [], second = [], third = []] = [0, 1, 2].map((part) =>
    saveSet(300, part * 300, { ...set, part }),
  );
  for (const { id } of first) workspace.outbox.markApplied(id, 1);
  const wrong = [refuse(second, 5), refuse(third, 7)];
  expect(refusedOnes().map((entry) => entry.set)).toEqual(
    wrong.map(() => ({ title: set.title, changes: 300, all: 600 })),
  );
  expect(await retried(wrong[1]?.id ?? '')).toBe(600);
  expect(workspace.outbox.refused()).toEqual([]);
  const again = workspace.outbox.unanswered();
  expect(again.map(({ recordId, set: each, setCount }) => [recordId, each?.part, setCount])).toEqual(
    [...second, ...third].map(({ recordId }, at) => [recordId, at < 300 ? 1 : 2, 300]),
  );
  const [one] = [refuse(again.slice(0, 300), 0)];
  expect(await givenUp(one.id)).toBe(600);
  expect(workspace.outbox.sets.of(set.id)).toHaveLength(300);
  const shown = third.map(({ recordId }) => workspace.reader.record('candidate', recordId)?.['city'] ?? null);
  expect(shown).toEqual(rows.slice(600, 900).map((row) => row['city'] ?? null));
});

it('can be undone after they were offered again, also where an undo of them came to nothing', async () => {
  const operations = saveSet(2);
  const undo = operations.map(({ entity, recordId, set }) => ({
    id: `undo ${recordId}`,
    kind: 'undo' as const,
    entity,
    recordId,
    base: 0,
    changes: {},
    seen: null,
    title: 'A candidate',
    at: new Date().toISOString(),
    before: null,
    set: { id: 'the undo', title: 'Undone', part: 0, undoes: set?.id ?? '' },
  }));
  workspace.outbox.markSent(operations.map(({ id }) => id));
  workspace.outbox.append(undo);
  const wrong = refuse(operations, 0);
  for (const { id } of undo) workspace.outbox.markApplied(id, 1);
  const setId = wrong.set?.id ?? '';
  expect(workspace.outbox.sets.undoing(setId)).toHaveLength(2);
  await retried(wrong.id);
  expect(workspace.outbox.sets.undoing(setId)).toEqual([]);
  expect(workspace.outbox.sets.since('2000')[0]).toMatchObject({ id: setId, undoneBy: null });
});

it('leave an undo whole that came while one of them was refused', async () => {
  const operations = saveSet(3);
  const [first, second, third] = operations;
  if (!first || !second || !third) throw new Error('There are three');
  const set = { id: 'undo of three', title: 'Undone', part: 0, undoes: first.set?.id ?? '' };
  const at = new Date().toISOString();
  const made = { kind: 'undo', base: 0, seen: null, title: 'A candidate', at, before: null } as const;
  workspace.outbox.append(
    operations.map(({ entity, recordId }) => ({
      ...made,
      id: `undo of ${recordId}`,
      entity,
      recordId,
      changes: {},
      set,
    })),
  );
  // Of the set, one is of another part, which was refused by itself.
  workspace.outbox.markApplied(first.id, 1);
  workspace.outbox.markApplied(second.id, 2);
  refuse([third], 0);
  for (const { recordId } of operations) workspace.outbox.markApplied(`undo of ${recordId}`, 3);
  await retried(third.id);
  expect(
    workspace.outbox.sets.of(set.id).map(({ recordId, setCount, damaged }) => [recordId, setCount, damaged]),
  ).toEqual([
    [first.recordId, 2, false],
    [second.recordId, 2, false],
  ]);
});

it('stay one entry when a record of theirs is taken away', async () => {
  const operations = saveSet(3);
  const wrong = refuse(operations, 1);
  const records = operations.map(({ entity, recordId }) => ({ entity, recordId }));
  workspace.outbox.others.forget(records.slice(2));
  workspace.outbox.others.forget(records.slice(0, 1));
  expect(refusedOnes().map(({ id }) => id)).toEqual([wrong.id]);
  expect(workspace.outbox.attentionCount()).toBe(1);
  expect(await givenUp(wrong.id)).toBe(3);
});

it('are still told of where what was wrong was lost with the disk', () => {
  const wrong = refuse(saveSet(3), 0);
  workspace.outbox.remove([wrong.id]);
  expect(refusedOnes()).toHaveLength(2);
  expect(workspace.outbox.attentionCount()).toBe(2);
  expect(workspace.outbox.hasUnsettled()).toBe(true);
});

it('do not lose a change when its delete is taken back', () => {
  const set = newSet('Deleted 2 candidates');
  const ids = rows.slice(0, 2).map(({ _id }) => _id);
  const at = new Date().toISOString();
  workspace.outbox.append(
    ids.map((recordId) => ({
      id: `delete ${recordId}`,
      kind: 'delete',
      entity: 'candidate',
      recordId,
      base: 1,
      changes: {},
      title: 'A candidate',
      at,
      before: workspace.cache.rows('candidate').read(recordId)?.row ?? null,
      seen: null,
      set,
    })),
  );
  workspace.overlay.refresh(ids.map((recordId) => ({ entity: 'candidate', recordId })));
  workspace.writer.restore('candidate', ids[0] ?? '', workspace.actor);
  expect(workspace.outbox.sets.of(set.id)).toHaveLength(2);
  expect(workspace.reader.has('candidate', ids[0] ?? '')).toBe(true);
  expect(workspace.outbox.unanswered().map(({ kind }) => kind)).toEqual(['delete', 'delete', 'restore']);
});

it('leave no name of another’s record in what a new one of theirs was called by', () => {
  const [row] = rows;
  const set = newSet(`Call – ${String(row?.['fullName'])}: Busy`);
  const changes = { candidate: row?._id ?? '', kind: 'Call', outcome: 'Busy', note: 'mine' };
  const activity = { kind: 'create', entity: 'activity', recordId: 'an activity', changes } as const;
  const at = new Date().toISOString();
  const made = { base: 0, title: 'Call', at, before: null, seen: null };
  const own = { fullName: 'Of my own', mobile: '98200 12345', email: 'own@mail.test' };
  const person = { kind: 'create', entity: 'candidate', recordId: 'a new one', changes: own } as const;
  workspace.outbox.append([
    { ...made, ...activity, id: 'the call', set },
    { ...made, ...person, id: 'the new one', title: own.fullName, set: newSet(`Added ${own.fullName}`) },
  ]);
  workspace.outbox.others.forgetAll();
  expect(workspace.outbox.get('the call')?.set?.title).toBe('Change of Call');
  expect(workspace.outbox.get('the new one')?.set?.title).toBe('Added Of my own');
  expect(workspace.outbox.get('the call')?.damaged).toBe(false);
});

it('leave nothing that others wrote in the undo of a record that is taken away', () => {
  const [row] = rows;
  const set = newSet('Undone: something');
  const operation = { kind: 'undo', entity: 'candidate', recordId: row?._id ?? '', base: 0 } as const;
  workspace.outbox.append([
    {
      ...operation,
      id: 'the undo',
      changes: { city: 'What others wrote', fullName: 'What others called it' },
      set: { ...set, undoes: 'a set' },
      title: 'What others called it',
      at: new Date().toISOString(),
      before: null,
      seen: { city: 'Mine', fullName: 'Mine' },
    },
  ]);
  workspace.outbox.others.forget([operation]);
  const kept = workspace.outbox.get('the undo');
  expect(kept).toMatchObject({ status: 'waiting', damaged: false, changes: {}, set: { undoes: 'a set' } });
  expect(JSON.stringify(trayEntries(workspace))).not.toContain('What others');
  workspace.close();
  for (const name of ['outbox.db', 'outbox.db-wal']) {
    expect(readIfThere(join(folder.path, name)).includes('What others')).toBe(false);
  }
  workspace = openWorkspace(folder.path);
});

function readIfThere(path: string): Buffer {
  try {
    return readFileSync(path);
  } catch {
    return Buffer.alloc(0);
  }
}

/** Changes a value on the disk, as a disk does that goes bad. */
function damage(id: string, column: string, value: string | number): void {
  workspace.close();
  const db = openSqlite(join(folder.path, 'outbox.db'), { synchronous: 'FULL' });
  db.prepare(`UPDATE operations SET "${column}" = ? WHERE id = ?`).run(value, id);
  db.close();
  workspace = openWorkspace(folder.path);
}

it.each([
  ['changes', '{"city":"Somewhere"}'],
  ['setId', 'of another'],
  ['setPart', 7],
])('say of themselves that %s of one of them was damaged, and how many they were', (column, value) => {
  const operations = saveSet(3);
  damage(operations[1]?.id ?? '', column, value);
  expect(workspace.outbox.get(operations[1]?.id ?? '')).toMatchObject({ status: 'refused', damaged: true });
  expect(workspace.outbox.get(operations[0]?.id ?? '')).toMatchObject({ damaged: false, setCount: 3 });
});

it('keep what they are through a salvage', () => {
  const operations = saveSet(3);
  workspace.close();
  const path = join(folder.path, 'outbox.db');
  const bytes = readFileSync(path);
  bytes.fill(0xa5, 20, 90);
  writeFileSync(path, bytes);
  workspace = openWorkspace(folder.path);
  expect(workspace.outbox.notices.count()).toBe(1);
  expect(workspace.outbox.unanswered()).toEqual(operations);
});
