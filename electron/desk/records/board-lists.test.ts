import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Actor } from '#shared/access/permissions.ts';
import { boardColumns, countOfColumn, filterOfColumn } from '#shared/model/board.ts';
import { candidate, INTERVIEW_STATUSES, PLACEMENT_STATUSES } from '#shared/model/candidate.ts';
import type { Params } from '#shared/protocol/bridge.ts';
import { writePage } from '../sync/page-writer.ts';
import { openWorkspace, pageOf, sampleCandidates } from '../testing/sample-rows.ts';
import { temporaryFolder } from '../testing/test-desk.ts';
import type { Workspace } from '../workspace/workspace.ts';

const superAdmin: Actor = { _id: 'u1', role: 'Super Admin' };
const folder = temporaryFolder();
// Some have no placement status, and one of them a word of long ago.
const all = sampleCandidates(3_000).map((row, at) => ({
  ...row,
  placementStatus: at === 7 ? 'Hired' : ([null, ...PLACEMENT_STATUSES][at % 4] ?? null),
}));
let workspace: Workspace;

beforeAll(async () => {
  workspace = openWorkspace(folder.path);
  writePage(workspace.cache, workspace.overlay, pageOf('candidate', all, { seq: 3_000 }));
  await workspace.cache.buildIndexes();
  while (workspace.index.indexSome('candidate') > 0);
});

afterAll(() => {
  workspace.close();
  folder.remove();
});

const query = (rest: Partial<Params<'records.countBy'>>) =>
  ({ entity: 'candidate', list: 'candidates', ...rest }) as const;

it.each([
  ['all', {}],
  ['of one course', { filter: { enrolledCourse: ['DevOps'] } }],
  ['of a search', { search: 'verma' }],
  ['with a condition', { conditions: [{ field: 'nextCall', op: 'filled', values: [] } as const] }],
  ['of one placement status', { filter: { placementStatus: 'Placed' } }],
])('the columns of a board hold each card once, in the order of the list: %s', async (_, narrowed) => {
  const counts = await workspace.lists.countBy(query(narrowed), 'placementStatus', superAdmin);
  const values = PLACEMENT_STATUSES.map((value) => ({ value, label: value }));
  const columns = boardColumns(candidate, 'placementStatus', values, counts, {
    filters: ['filter' in narrowed ? narrowed.filter : undefined],
  });
  const whole = workspace.lists.list({ ...query(narrowed), offset: 0, limit: 500 }, superAdmin);
  const order = new Map(whole.rows.map(({ _id }, at) => [_id, at]));
  let cards = 0;
  for (const column of columns) {
    const filter = {
      ...('filter' in narrowed ? narrowed.filter : {}),
      placementStatus: filterOfColumn(column),
    };
    const asked = { ...query(narrowed), filter, columns: ['fullName', 'mobile', 'placementStatus'] };
    const { columns: _columns, ...counted } = asked;
    const count = countOfColumn(column, counts);
    expect(await workspace.lists.count(counted, superAdmin)).toBe(count);
    const { rows } = workspace.lists.list({ ...asked, offset: 0, limit: 100 }, superAdmin);
    expect(rows).toHaveLength(Math.min(100, count));
    const places = rows.flatMap(({ _id }) => order.get(_id) ?? []);
    expect(places).toEqual(places.toSorted((one, other) => one - other));
    cards += count;
  }
  expect(cards).toBe(await workspace.lists.count(query(narrowed), superAdmin));
  expect(cards).toBeGreaterThan(0);
});

it('words that are no values any more are counted, and empty ones', async () => {
  const counts = await workspace.lists.countBy(query({}), 'placementStatus', superAdmin);
  expect(counts.find(({ value }) => value === 'Hired')?.count).toBe(1);
  expect(counts.find(({ value }) => value === null)?.count).toBe(750);
  const interviews = await workspace.lists.countBy(query({}), 'interviewStatus', superAdmin);
  expect(
    interviews.every(
      ({ value }) => value === null || (INTERVIEW_STATUSES as readonly string[]).includes(value),
    ),
  ).toBe(true);
});

it('a count by what cannot stand side by side, or may not be seen, is refused with a sentence', async () => {
  await expect(workspace.lists.countBy(query({}), 'fullName', superAdmin)).rejects.toThrow(
    'Candidates cannot be counted by "fullName".',
  );
  await expect(workspace.lists.countBy(query({}), 'nothing', superAdmin)).rejects.toThrow(
    'Candidates cannot be counted by "nothing".',
  );
  await expect(
    workspace.lists.countBy(query({ list: 'interviewer' }), 'paymentStatus', { _id: 'u2', role: 'Employee' }),
  ).rejects.toThrow('Your role may not see Payment Status.');
});

it('the first cards of a column, none among them, are found by an index', () => {
  for (const value of [`= 'Placed'`, 'IS NULL']) {
    const plan = workspace.cache.statements
      .prepare(
        `EXPLAIN QUERY PLAN SELECT rowid FROM "candidate" WHERE "placementStatus" ${value}
          ORDER BY "createdAt" DESC NULLS LAST, "_id" DESC LIMIT 100`,
      )
      .all() as { detail: string }[];
    const details = plan.map(({ detail }) => detail).join('; ');
    expect(details).toContain('candidate_by_placementStatus_createdAt');
    expect(details).not.toContain('TEMP B-TREE');
  }
});
