import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Actor } from '#shared/access/permissions.ts';
import type { RowsQuery } from './list-conditions.ts';
import { writePage } from '../sync/page-writer.ts';
import { openWorkspace, pageOf, sampleCandidates, type SampleRow } from '../testing/sample-rows.ts';
import { temporaryFolder } from '../testing/test-desk.ts';
import type { Workspace } from '../workspace/workspace.ts';

/** How many rows a search has that finds more than are listed at once: by the search index, as far as that goes. */

const SIZE = 4_000;
const superAdmin: Actor = { _id: 'u1', role: 'Super Admin' };
const all = sampleCandidates(SIZE);
const ALL_OF_THEM: RowsQuery = { entity: 'candidate', list: 'candidates', search: 'mail' };

let folder: ReturnType<typeof temporaryFolder>;
let workspace: Workspace;
beforeEach(async () => {
  folder = temporaryFolder();
  workspace = openWorkspace(folder.path);
  writePage(workspace.cache, workspace.overlay, pageOf('candidate', all, { seq: SIZE }));
  await workspace.cache.buildIndexes();
  index();
});
afterEach(() => {
  workspace.close();
  folder.remove();
});

function index(): void {
  while (workspace.index.indexSome('candidate') > 0);
}

let seq = SIZE;
/** As a pull brings them, before the index has them. */
function write(rows: readonly SampleRow[]): void {
  seq += 1;
  writePage(workspace.cache, workspace.overlay, pageOf('candidate', rows, { seq }));
}

const count = (query: RowsQuery): Promise<number> => workspace.lists.count(query, superAdmin);

it('is that of all rows with every term, and with what is asked beside it', async () => {
  expect(await count(ALL_OF_THEM)).toBe(SIZE);
  expect(await count({ ...ALL_OF_THEM, search: 'mail test' })).toBe(SIZE);
  expect(await count({ ...ALL_OF_THEM, search: 'mail no-such' })).toBe(0);
  const cleared = all.filter(({ interviewStatus }) => interviewStatus === 'Cleared').length;
  expect(await count({ ...ALL_OF_THEM, filter: { interviewStatus: 'Cleared' } })).toBe(cleared);
});

it('counts each row that the index lacks once, and none that has lost the word', async () => {
  const lost = all.slice(0, 40).map((row) => ({ ...row, email: `gone-${row._id}@post.test` }));
  const still = all.slice(40, 80).map((row) => ({ ...row, city: 'Pune' }));
  const more = sampleCandidates(30).map((row, at) => ({ ...row, _id: `new${at}`, _seq: SIZE + at }));
  write([...lost, ...still, ...more]);
  expect(await count(ALL_OF_THEM)).toBe(SIZE - lost.length + more.length);
  // The index comes to them while it is counted.
  write(all.slice(80, 120).map((row) => ({ ...row, city: 'Pune' })));
  const counting = count(ALL_OF_THEM);
  index();
  expect(await counting).toBe(SIZE - lost.length + more.length);
});

it('looks at all rows where the index has hardly begun', async () => {
  write(all.slice(0, 2_500).map((row) => ({ ...row, city: 'Pune' })));
  expect(await count(ALL_OF_THEM)).toBe(SIZE);
});

it('is told for each value of a field', async () => {
  const found = await workspace.lists.countBy(ALL_OF_THEM, 'interviewStatus', superAdmin);
  const counts = Object.fromEntries(found.map(({ value, count: rows }) => [value, rows]));
  for (const status of ['Not Scheduled', 'Scheduled', 'Cleared'])
    expect(counts[status]).toBe(all.filter(({ interviewStatus }) => interviewStatus === status).length);
});
