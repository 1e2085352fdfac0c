import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Actor } from '#shared/access/permissions.ts';
import { entityOf } from '#shared/model/entities.ts';
import type { Sort } from '#shared/model/entity.ts';
import { normaliseText, searchTerms, searchText } from '#shared/model/search-text.ts';
import { decodeRow } from '#shared/model/columns.ts';
import type { ListQuery } from '#shared/protocol/list-calls.ts';
import { PlainError } from '#shared/protocol/errors.ts';
import { writePage } from '../sync/page-writer.ts';
import { openWorkspace, pageOf, sampleCandidates, type SampleRow } from '../testing/sample-rows.ts';
import { temporaryFolder } from '../testing/test-desk.ts';
import type { Workspace } from '../workspace/workspace.ts';

const SIZE = 3_000;
const superAdmin: Actor = { _id: 'u1', role: 'Super Admin' };
const definition = entityOf('candidate');
const folder = temporaryFolder();
const all = sampleCandidates(SIZE);
let workspace: Workspace;

beforeAll(async () => {
  workspace = openWorkspace(folder.path);
  const users = [0, 1, 2].map((at) => ({
    _id: `u${at}`,
    _seq: at + 1,
    name: `User ${at}`,
    email: `u${at}@x.test`,
  }));
  writePage(workspace.cache, workspace.overlay, pageOf('user', users, { seq: 3, more: true }));
  writePage(workspace.cache, workspace.overlay, pageOf('candidate', all, { seq: SIZE }));
  await workspace.cache.buildIndexes();
  while (workspace.index.indexSome('candidate') > 0);
});

afterAll(() => {
  workspace.close();
  folder.remove();
});

/** The same list the slow and plain way. */
function expected(query: ListQuery): string[] {
  const list = definition.lists[query.list];
  const sort = query.sort ?? list?.sort ?? { field: '_id', direction: 'asc' };
  const scope = list?.searchScope ?? 'default';
  const terms = searchTerms(query.search ?? '');
  return all
    .filter((row) => matches(row, { ...list?.baseFilter, ...query.filter }))
    .filter((row) => {
      const text = searchText(definition, scope, decodeRow(definition, row));
      return terms.every((term) => text.includes(term));
    })
    .sort((one, other) => compare(one, other, sort))
    .map(({ _id }) => _id);
}

function matches(row: SampleRow, filter: Record<string, unknown>): boolean {
  return Object.entries(filter).every(([name, wanted]) => {
    const value = row[name] ?? null;
    if (typeof wanted === 'object' && wanted !== null && 'empty' in wanted)
      return (value === null) === wanted.empty;
    if (name === 'enrolledCourse') return String(value).includes(JSON.stringify(wanted));
    return Array.isArray(wanted) ? wanted.includes(value) : value === wanted;
  });
}

function compare(one: SampleRow, other: SampleRow, sort: Sort): number {
  const key = (row: SampleRow): string | null => {
    const value = row[sort.field] ?? null;
    if (value === null) return null;
    return ['fullName', 'email', 'interviewerName'].includes(sort.field)
      ? normaliseText(String(value))
      : String(value);
  };
  const [a, b] = [key(one), key(other)];
  const way = sort.direction === 'asc' ? 1 : -1;
  if (a === null || b === null) {
    if (a !== b) return a === null ? 1 : -1;
  } else if (a !== b) return a < b ? -way : way;
  return one._id < other._id ? -way : way;
}

const query = (rest: Partial<ListQuery>): ListQuery => ({
  entity: 'candidate',
  list: 'candidates',
  offset: 0,
  limit: 100,
  ...rest,
});

async function check(asked: Partial<ListQuery>): Promise<void> {
  const wanted = expected(query(asked));
  // Deep pages first, so that windows are extended over several pages and read backwards too.
  for (const offset of [
    Math.floor(wanted.length * 0.7),
    0,
    90,
    Math.floor(wanted.length / 2),
    wanted.length - 5,
    wanted.length,
  ]) {
    if (offset < 0) continue;
    const { rows, total } = workspace.lists.list(query({ ...asked, offset }), superAdmin);
    expect(rows.map(({ _id }) => _id)).toEqual(wanted.slice(offset, offset + 100));
    if (total !== null) expect(total).toBe(wanted.length);
  }
  const { offset: _offset, limit: _limit, sort: _sort, ...counted } = query(asked);
  expect(await workspace.lists.count(counted, superAdmin)).toBe(wanted.length);
}

describe('lists from the cache', () => {
  it('take a sign that no text can hold for a blank, in a search', async () => {
    await check({ search: 'priya\0rao' });
    await check({ search: '\0' });
    const found = workspace.people.find({ search: 'priya\0', limit: 5 }, superAdmin);
    expect(found).toEqual(workspace.people.find({ search: 'priya', limit: 5 }, superAdmin));
    const held = workspace.lists.list(query({ filter: { fullName: { holds: 'priya\0' } } }), superAdmin);
    expect(held.rows).not.toEqual([]);
  });

  it('hold the rows that fit one of several filters, in their order and over pages', async () => {
    const [from, to] = [1_700_000_000_000 + 30 * 3_600_000, 1_700_000_000_000 + 40 * 3_600_000].map((time) =>
      new Date(time).toISOString(),
    );
    const done = ['Cleared', 'Not Cleared'];
    const anyOf: NonNullable<ListQuery['anyOf']> = [
      { interviewDate: { from: to ?? '' } },
      { interviewDate: { from: from ?? '' }, interviewStatus: { not: done } },
      { interviewDate: { empty: true } },
    ];
    const wanted = all
      .filter(({ map, interviewDate: at, interviewStatus: status }) => {
        if (map !== 'u1') return false;
        if (typeof at !== 'string') return true;
        return at >= String(to) || (at >= String(from) && !done.includes(String(status)));
      })
      .sort((one, other) => compare(one, other, { field: 'interviewDate', direction: 'asc' }))
      .map(({ _id }) => _id);
    const asked = { list: 'interviewer', filter: { map: 'u1' }, anyOf };
    for (const offset of [0, 100, 200]) {
      const { rows } = workspace.lists.list(query({ ...asked, offset }), superAdmin);
      expect(rows.map(({ _id }) => _id)).toEqual(wanted.slice(offset, offset + 100));
    }
    const counted = { entity: 'candidate', ...asked } as const;
    expect(await workspace.lists.count(counted, superAdmin)).toBe(wanted.length);
    const hidden = query({ list: 'interviewer', anyOf: [{ fee: { empty: true } }] });
    expect(() => workspace.lists.list(hidden, { _id: 'u1', role: 'Employee' })).toThrow(
      'Your role may not see Fee',
    );
  });

  const sorts: Sort[] = [
    'createdAt',
    'nextCall',
    'fullName',
    'interviewerName',
    'interviewStatus',
    '_id',
  ].flatMap((field): Sort[] => [
    { field, direction: 'asc' },
    { field, direction: 'desc' },
  ]);
  it.each(sorts)('come in the order of $field $direction, without a value last', async (sort) => {
    await check({ sort });
    await check({ sort, search: 'a' });
    await check({ sort, filter: { enrolledCourse: 'DevOps' } });
  });

  it.each(['candidates', 'placement', 'followups', 'interviewer', 'scheduledInterviews'])(
    'of %s have their filter, order and search scope',
    async (list) => {
      await check({ list });
      await check({ list, search: 'priya' });
      await check({ list, search: 'interviewer 3' });
    },
  );

  const filters: NonNullable<ListQuery['filter']>[] = [
    { interviewStatus: 'Cleared' },
    { interviewStatus: ['Cleared', 'Scheduled'] },
    { interviewStatus: 'Cleared', enrolledCourse: 'Backend' },
    { map: 'u2' },
    { nextCall: { empty: true } },
    { placementStatus: 'In Progress', map: 'u1' },
  ];
  it.each(filters)('are filtered by %j', async (filter) => {
    await check({ filter });
    await check({ filter, list: 'placement', search: 'ver' });
  });

  it.each([
    'emile',
    'ÉMILE sharma',
    'rohan KHAN',
    'ka',
    'devops',
    'person17',
    'nobody-at-all',
    '"quo',
    "o'",
    '%',
    'a b c',
  ])('are searched for %s', (search) => check({ search }));

  it('find a phone number by its digits however it is written', () => {
    const [someone] = all;
    const digits = String(someone?.['mobile']).replace(/\D/g, '').slice(2);
    const written = `${digits.slice(0, 5)}-${digits.slice(5)}`;
    const { rows, total } = workspace.lists.list(query({ search: written }), superAdmin);
    expect(rows.map(({ _id }) => _id)).toEqual([someone?._id]);
    expect(total).toBe(1);
  });

  it('show the text of references, and none for a record that is not known', () => {
    const { rows } = workspace.lists.list(query({}), superAdmin);
    for (const row of rows) {
      const known = row['map'] !== 'u3';
      expect(row['map.name']).toBe(known ? `User ${String(row['map']).slice(1)}` : undefined);
    }
  });

  it('hold the columns of the list with the number for chats, and no other', () => {
    const [row] = workspace.lists.list(query({ list: 'scheduledInterviews' }), superAdmin).rows;
    expect(Object.keys(row ?? {}).sort()).toEqual(
      [
        '_id',
        'enrolledCourse',
        'fullName',
        'interviewDate',
        'interviewStatus',
        'interviewerName',
        'mobile',
        'whatsapp',
      ].sort(),
    );
  });

  it('find rows that the search index does not have yet, and forget what a row no longer says', () => {
    const changed: SampleRow = { ...(all[10] as SampleRow), fullName: 'Zebulon Quartermain', _seq: SIZE + 1 };
    const old = String(all[10]?.['email']);
    writePage(
      workspace.cache,
      workspace.overlay,
      pageOf('candidate', [{ ...changed, email: 'new@mail.test' }], { seq: SIZE + 1 }),
    );
    const found = (search: string): string[] =>
      workspace.lists.list(query({ search }), superAdmin).rows.map(({ _id }) => _id);
    // Twice before the index has seen it.
    writePage(
      workspace.cache,
      workspace.overlay,
      pageOf('candidate', [{ ...changed, email: 'newer@mail.test' }], { seq: SIZE + 1 }),
    );
    expect(found('quartermain')).toEqual([changed._id]);
    expect(found('newer@mail.test')).toEqual([changed._id]);
    expect(found(old)).toEqual([]);
    workspace.index.indexSome('candidate');
    expect(found('quartermain')).toEqual([changed._id]);
    expect(found(old)).toEqual([]);
    writePage(
      workspace.cache,
      workspace.overlay,
      pageOf('candidate', [all[10] as SampleRow], { seq: SIZE + 2 }),
    );
    expect(found('quartermain')).toEqual([]);
  });

  it('read in the order of an index, without sorting', () => {
    for (const [field, list] of [
      ['createdAt', 'candidates'],
      ['nextCall', 'followups'],
      ['interviewDate', 'scheduledInterviews'],
      ['createdAt', 'placement'],
    ] as const) {
      const where =
        list === 'scheduledInterviews'
          ? `"interviewStatus" = 'Scheduled'`
          : list === 'placement'
            ? '"placementStatus" IS NOT NULL'
            : '1';
      for (const order of [
        'ASC NULLS LAST, "_id" ASC',
        'DESC NULLS LAST, "_id" DESC',
        'DESC NULLS FIRST, "_id" DESC',
      ]) {
        const sql = `EXPLAIN QUERY PLAN SELECT rowid FROM "candidate" WHERE ${where} ORDER BY "${field}" ${order} LIMIT 100`;
        const plan = (workspace.cache.db.prepare(sql).all() as { detail: string }[]).map(
          ({ detail }) => detail,
        );
        expect(plan.join('\n')).not.toContain('TEMP B-TREE');
      }
    }
  });

  it('refuse what the role may not see', () => {
    const nobody: Actor = { _id: 'n', role: '' };
    const student: Actor = { _id: 's', role: 'Student' };
    const interviewer: Actor = { _id: 'u1', role: 'Employee' };
    const code = (work: () => unknown): string | undefined => {
      try {
        work();
      } catch (error) {
        return error instanceof PlainError ? error.code : String(error);
      }
      return undefined;
    };
    expect(code(() => workspace.lists.list(query({}), nobody))).toBe('forbidden');
    expect(code(() => workspace.lists.list(query({ filter: { notes: 'x' } }), student))).toBe('forbidden');
    expect(
      code(() => workspace.lists.list(query({ filter: { paymentStatus: 'Fully Paid' } }), interviewer)),
    ).toBe('forbidden');
    expect(code(() => workspace.lists.list(query({ filter: { nonsense: '1' } }), superAdmin))).toBe(
      'bad-request',
    );
    expect(code(() => workspace.lists.list(query({ list: 'nonsense' }), superAdmin))).toBe('bad-request');
    for (const search of ['', 'a'])
      for (const [field, actor, refused] of [
        ['notes', superAdmin, 'bad-request'],
        ['nonsense', superAdmin, 'bad-request'],
        ['paymentStatus', interviewer, 'forbidden'],
      ] as const)
        expect(
          code(() => workspace.lists.list(query({ search, sort: { field, direction: 'asc' } }), actor)),
          `${field} ${search}`,
        ).toBe(refused);
  });
});
