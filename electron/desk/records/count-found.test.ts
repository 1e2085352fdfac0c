import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Actor } from '#shared/access/permissions.ts';
import type { RowsQuery } from './list-conditions.ts';
import { writePage } from '../sync/page-writer.ts';
import { openWorkspace, pageOf, sampleCandidates, type SampleRow } from '../testing/sample-rows.ts';
import { temporaryFolder } from '../testing/test-desk.ts';
import type { Workspace } from '../workspace/workspace.ts';

/** How many rows a search has that finds more than are listed at once: by the search index, as far as that goes. */

const SIZE = 12_000;
const superAdmin: Actor = { _id: 'u1', role: 'Super Admin' };
const all = sampleCandidates(SIZE);
const isPriya = ({ fullName }: SampleRow): boolean => String(fullName).startsWith('Priya');
const priyas = all.filter(isPriya);
/** A fifth of them: more than are listed at once, and few beside all. */
const PRIYAS: RowsQuery = { entity: 'candidate', list: 'candidates', search: 'priya' };
const ALL: RowsQuery = { ...PRIYAS, search: 'mail' };

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
  expect(priyas).toHaveLength(2_400);
  expect(await count(PRIYAS)).toBe(2_400);
  expect(await count({ ...PRIYAS, search: 'priya mail' })).toBe(2_400);
  expect(await count({ ...PRIYAS, search: 'priya no-such' })).toBe(0);
  const cleared = priyas.filter(({ interviewStatus }) => interviewStatus === 'Cleared').length;
  expect(await count({ ...PRIYAS, filter: { interviewStatus: 'Cleared' } })).toBe(cleared);
  // Of nearly all, by looking at all.
  expect(await count(ALL)).toBe(SIZE);
});

it('counts each row that the index lacks once, and none that has lost the word', async () => {
  const lost = priyas.slice(0, 40).map((row) => ({ ...row, fullName: 'Meera Khan' }));
  const still = priyas.slice(40, 80).map((row) => ({ ...row, city: 'Pune' }));
  const more = priyas.slice(0, 30).map((row, at) => ({ ...row, _id: `new${at}`, _seq: SIZE + at }));
  write([...lost, ...still, ...more]);
  const now = priyas.length - lost.length + more.length;
  expect(await count(PRIYAS)).toBe(now);
  // The index comes to them while it is counted.
  write(priyas.slice(80, 120).map((row) => ({ ...row, city: 'Pune' })));
  const counting = count(PRIYAS);
  index();
  expect(await counting).toBe(now);
});

it('is right where the index has hardly begun', async () => {
  write(all.slice(0, 10_000).map((row) => ({ ...row, city: 'Pune' })));
  expect(await count(PRIYAS)).toBe(2_400);
});

it('is told for each value of a field', async () => {
  const found = await workspace.lists.countBy(PRIYAS, 'interviewStatus', superAdmin);
  const counts = Object.fromEntries(found.map(({ value, count: rows }) => [value, rows]));
  for (const status of ['Not Scheduled', 'Scheduled', 'Cleared'])
    expect(counts[status]).toBe(priyas.filter(({ interviewStatus }) => interviewStatus === status).length);
});
