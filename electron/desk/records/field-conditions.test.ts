import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Actor } from '#shared/access/permissions.ts';
import type { FieldCondition, Operator } from '#shared/model/field-condition.ts';
import { listQuerySchema, type ListQuery } from '#shared/protocol/list-calls.ts';
import { PlainError } from '#shared/protocol/errors.ts';
import { writePage } from '../sync/page-writer.ts';
import { openWorkspace, pageOf, sampleCandidates, type SampleRow } from '../testing/sample-rows.ts';
import { temporaryFolder } from '../testing/test-desk.ts';
import { selectedIds } from './selected-rows.ts';
import type { Workspace } from '../workspace/workspace.ts';

const SIZE = 1_200;
/** Wednesday, 25 November 2026, noon in India. */
const NOW = Date.parse('2026-11-25T12:00:00+05:30');
const superAdmin: Actor = { _id: 'u1', role: 'Super Admin' };
const interviewer: Actor = { _id: 'u1', role: 'Employee' };
const folder = temporaryFolder();
let workspace: Workspace;

const CITIES = ['Pune', 'pune', 'Nágpur', null];
const rows: SampleRow[] = sampleCandidates(SIZE).map((row, at) => ({
  ...row,
  city: CITIES[at % 4] ?? null,
  company: at % 7 === 0 ? `Tata 100% "Steel"_${at}` : null,
  fee: at % 5 === 0 ? null : (at % 50) * 1_000,
  dob: at % 3 === 0 ? null : `200${at % 10}-0${1 + (at % 9)}-15`,
  nextCall: at % 6 === 0 ? null : new Date(NOW + (at % 80) * 3_600_000 - 40 * 3_600_000).toISOString(),
  interviewerId: `u${at % 3}`,
}));

beforeAll(async () => {
  workspace = openWorkspace(folder.path);
  writePage(workspace.cache, workspace.overlay, pageOf('candidate', rows, { seq: SIZE }));
  await workspace.cache.buildIndexes();
});
afterAll(() => {
  workspace.close();
  folder.remove();
});
beforeEach(() => vi.useFakeTimers({ now: NOW, toFake: ['Date'] }));
afterEach(() => vi.useRealTimers());

const asks = (field: string, op: Operator, ...values: FieldCondition['values']): FieldCondition => ({
  field,
  op,
  values,
});

async function found(
  conditions: FieldCondition[],
  more: Partial<ListQuery> = {},
  actor = superAdmin,
): Promise<string[]> {
  const query: ListQuery = {
    entity: 'candidate',
    list: 'candidates',
    offset: 0,
    limit: 500,
    conditions,
    ...more,
  };
  const ids: string[] = [];
  for (;;) {
    const page = workspace.lists.list({ ...query, offset: ids.length }, actor);
    ids.push(...page.rows.map(({ _id }) => _id));
    if (page.rows.length < 500) break;
  }
  const { offset: _offset, limit: _limit, sort: _sort, ...counted } = query;
  expect(await workspace.lists.count(counted, actor)).toBe(ids.length);
  return ids.toSorted();
}

const where = (fits: (row: SampleRow) => boolean): string[] =>
  rows
    .filter(fits)
    .map(({ _id }) => _id)
    .toSorted();

const text = (value: unknown): string => (typeof value === 'string' ? value : '');

describe('what is asked of fields', () => {
  const inIndia = (day: string): string => new Date(`${day}T00:00:00+05:30`).toISOString();
  const cases: [FieldCondition, (row: SampleRow) => boolean][] = [
    [
      asks('interviewStatus', 'anyOf', 'Scheduled', 'Cleared'),
      (row) => row['interviewStatus'] !== 'Not Scheduled',
    ],
    [asks('placementStatus', 'noneOf', 'Placed'), (row) => row['placementStatus'] !== 'Placed'],
    [asks('enrolledCourse', 'anyOf', 'DevOps'), (row) => text(row['enrolledCourse']).includes('DevOps')],
    [asks('city', 'anyOf', 'PUNE'), (row) => text(row['city']).toLowerCase() === 'pune'],
    [asks('city', 'contains', 'nagp'), (row) => row['city'] === 'Nágpur'],
    [asks('city', 'lacks', 'nagp'), (row) => row['city'] !== 'Nágpur'],
    [asks('city', 'empty'), (row) => row['city'] === null],
    [asks('city', 'filled'), (row) => row['city'] !== null],
    [asks('company', 'contains', '100% "steel"_'), (row) => row['company'] !== null],
    [asks('company', 'contains', '%'), (row) => row['company'] !== null],
    [
      asks('mobile', 'contains', '+91 98 0'),
      (row) => text(row['mobile']).replace(/\D/g, '').includes('91980'),
    ],
    [
      asks('fee', 'between', 10_000, 20_000),
      ({ fee }) => fee !== null && Number(fee) >= 10_000 && Number(fee) <= 20_000,
    ],
    [asks('fee', 'between', null, 3_000), ({ fee }) => fee !== null && Number(fee) <= 3_000],
    [
      asks('dob', 'between', '2004-01-01', '2005-06-15'),
      ({ dob }) => text(dob) >= '2004-01-01' && text(dob) <= '2005-06-15',
    ],
    [asks('dob', 'olderThan', 7_000), ({ dob }) => dob !== null && text(dob) < '2007-09-25'],
    [
      asks('nextCall', 'period', 'today'),
      (row) =>
        text(row['nextCall']) >= inIndia('2026-11-25') && text(row['nextCall']) < inIndia('2026-11-26'),
    ],
    [
      asks('nextCall', 'between', '2026-11-24', '2026-11-24'),
      (row) =>
        text(row['nextCall']) >= inIndia('2026-11-24') && text(row['nextCall']) < inIndia('2026-11-25'),
    ],
    [
      asks('nextCall', 'between', '2026-11-26', null),
      (row) => text(row['nextCall']) >= inIndia('2026-11-26'),
    ],
  ];
  it.each(cases)('%j', async (condition, fits) => {
    const wanted = where(fits);
    expect(wanted.length).toBeGreaterThan(0);
    expect(wanted.length).toBeLessThan(SIZE);
    expect(await found([condition])).toEqual(wanted);
  });

  it('holds all of several conditions beside filters, in any order of the list', async () => {
    const conditions = [asks('fee', 'between', 10_000, null), asks('city', 'filled')];
    const wanted = where(
      (row) => row['interviewStatus'] === 'Scheduled' && Number(row['fee']) >= 10_000 && row['city'] !== null,
    );
    for (const sort of [
      { field: 'fullName', direction: 'asc' },
      { field: 'nextCall', direction: 'desc' },
    ] as const)
      expect(await found(conditions, { filter: { interviewStatus: 'Scheduled' }, sort })).toEqual(wanted);
  });
});

describe('what cannot be asked', () => {
  const many = Array.from({ length: 10_000 }, (_, at) => `u${at}`);
  const refusals: [FieldCondition, string][] = [
    [asks('_id" OR 1=1 --', 'filled'), 'cannot be filtered by "_id" OR 1=1 --"'],
    [asks('city) OR (1=1', 'contains', 'x'), 'cannot be filtered by'],
    [asks('__proto__', 'filled'), 'cannot be filtered by "__proto__"'],
    [asks('constructor', 'anyOf', 'x'), 'cannot be filtered by "constructor"'],
    [asks('_search', 'contains', 'x'), 'cannot be filtered by "_search"'],
    [asks('city', 'period', 'today'), 'City cannot be filtered in that way.'],
    [asks('city', 'drop table' as Operator, 'x'), 'City cannot be filtered in that way.'],
    [asks('interviewStatus', 'anyOf'), 'Choose a value of Interview Status.'],
    [asks('interviewStatus', 'anyOf', "' OR 1=1"), 'is not a value of Interview Status.'],
    [asks('map', 'anyOf', ...many), 'Choose at most 200 values of AddedBy.'],
    [asks('nextCall', 'between', '2026-02', null), 'Give Next Call Date as a day, such as 2026-03-31.'],
    [asks('nextCall', 'between', '2026-02-30', null), 'Give Next Call Date as a day, such as 2026-03-31.'],
    [asks('nextCall', 'between', '2026-03-02', '2026-03-01'), 'Next Call Date cannot begin after it ends.'],
    [asks('nextCall', 'between', null, null), 'Give where Next Call Date begins or ends.'],
    [asks('nextCall', 'period', 'someday'), 'Next Call Date has no period of that name.'],
    [asks('nextCall', 'olderThan', -1), 'Give the days of Next Call Date as a whole number'],
    [asks('nextCall', 'olderThan', 1e300), 'Give the days of Next Call Date as a whole number'],
    [asks('fee', 'between', 'many', null), 'Give Fee'],
    [asks('fee', 'between', Number.NaN, null), 'Give Fee'],
    [asks('fee', 'between', 9, 1), 'cannot begin after it ends.'],
    [asks('city', 'contains', '  '), 'Give a text to look for in City.'],
    [asks('city', 'contains', 'a\0b'), 'City cannot hold a character of that text.'],
  ];
  it.each(refusals)('%#: %j', (condition, sentence) => {
    const ask = (): unknown =>
      workspace.lists.list(
        { entity: 'candidate', list: 'candidates', offset: 0, limit: 1, conditions: [condition] },
        superAdmin,
      );
    expect(ask).toThrow(PlainError);
    expect(ask).toThrow(sentence);
  });

  it('what the role may not see: no condition and no column tells of it', () => {
    const list = { entity: 'candidate', list: 'interviewer', offset: 0, limit: 1 } as const;
    const forbidden = expect.objectContaining({ code: 'forbidden' }) as unknown;
    const ask = (more: Partial<ListQuery>) => (): unknown =>
      workspace.lists.list({ ...list, ...more }, interviewer);
    expect(ask({ conditions: [asks('fee', 'filled')] })).toThrow(forbidden);
    expect(ask({ columns: ['fullName', 'fee'] })).toThrow(forbidden);
    expect(ask({ columns: ['fullName', '_search'] })).toThrow('cannot be listed');
    expect(ask({ columns: ['fullName', 'city'], conditions: [asks('city', 'filled')] })).not.toThrow();
  });

  it('the bridge takes no more conditions and values than a list can have', () => {
    const query = { entity: 'candidate', list: 'candidates', offset: 0, limit: 1 };
    const with_ = (conditions: unknown): boolean =>
      listQuerySchema.safeParse({ ...query, conditions }).success;
    expect(with_([asks('map', 'anyOf', ...many)])).toBe(false);
    expect(with_(Array.from({ length: 21 }, () => asks('city', 'filled')))).toBe(false);
    expect(with_([asks('map', 'anyOf', ...many.slice(0, 200))])).toBe(true);
    expect(with_([{ ...asks('city', 'filled'), sql: '1=1' }])).toBe(false);
  });
});

it('what is selected, all of the list or single rows of it, is of those that it finds', async () => {
  const conditions = [asks('city', 'anyOf', 'pune'), asks('fee', 'between', 10_000, null)];
  const wanted = where((row) => text(row['city']).toLowerCase() === 'pune' && Number(row['fee']) >= 10_000);
  const query = { entity: 'candidate', list: 'candidates', conditions } as const;
  const { cache, texts, held } = workspace;
  const source = { cache, texts, held, actor: superAdmin };
  const turn = (): Promise<void> => Promise.resolve();
  expect((await selectedIds(source, { query, picked: {} }, turn)).toSorted()).toEqual(wanted);
  const [one = '', other = ''] = [wanted[0], rows.find(({ _id }) => !wanted.includes(_id))?._id];
  expect(await selectedIds(source, { query, picked: { ids: [one, other] } }, turn)).toEqual([one]);
});

it('chosen columns are what rows carry, with what cells need besides', () => {
  const {
    rows: [row],
  } = workspace.lists.list(
    { entity: 'candidate', list: 'candidates', offset: 0, limit: 1, columns: ['fullName', 'city', 'fee'] },
    superAdmin,
  );
  expect(row).toHaveProperty('city');
  expect(row).toHaveProperty('fee');
  expect(row).toHaveProperty('mobile');
});
