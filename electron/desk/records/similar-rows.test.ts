import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Actor } from '#shared/access/permissions.ts';
import type { ListPage, ListQuery } from '#shared/protocol/list-calls.ts';
import { cacheSchemaHash } from '#shared/node/cache/cache-schema.ts';
import { candidate } from '#shared/model/candidate.ts';
import { writePage } from '../sync/page-writer.ts';
import { openWorkspace, pageOf, sampleCandidates, type SampleRow } from '../testing/sample-rows.ts';
import { temporaryFolder } from '../testing/test-desk.ts';
import { until } from '../testing/until.ts';
import type { Workspace } from '../workspace/workspace.ts';

const actor: Actor = { _id: 'u1', role: 'Super Admin' };
const folder = temporaryFolder();
let workspace: Workspace;
let seq = 0;

/** Candidates by name, in the order in which they were made. */
function serverGives(rows: readonly Omit<SampleRow, '_seq'>[]): void {
  const stamped = rows.map((row) => ({ ...row, _seq: (seq += 1) }) as SampleRow);
  writePage(workspace.cache, workspace.overlay, pageOf('candidate', stamped, { seq }));
}

const person = (
  id: string,
  fullName: string,
  rest: Record<string, string> = {},
): Omit<SampleRow, '_seq'> => ({
  _id: id,
  fullName,
  email: `${id}@mail.test`,
  createdAt: `2026-01-01T00:00:${String(seq + Number(id.slice(1))).padStart(2, '0')}.000Z`,
  ...rest,
});

const query = (search: string, rest: Partial<ListQuery> = {}): ListQuery => ({
  entity: 'candidate',
  list: 'candidates',
  search,
  similar: true,
  offset: 0,
  limit: 100,
  ...rest,
});
const ask = (search: string, rest: Partial<ListQuery> = {}): Promise<ListPage> =>
  workspace.lists.listWithSimilar(query(search, rest), actor);
const shown = ({ rows }: ListPage): string[] => rows.map((row) => `${row['_similar'] ? '~' : ''}${row._id}`);

function indexAll(): void {
  while (workspace.index.indexSome('candidate') > 0);
}

beforeAll(() => {
  workspace = openWorkspace(folder.path);
  serverGives([
    person('c1', 'Ravi Sharma', { city: 'Pune' }),
    person('c2', 'Émile Sharma', { city: 'Mumbai', coreskill: 'React, Node.js' }),
    person('c3', 'Asha Shamra'),
    person('c4', 'Priya Kumar', { placementStatus: 'In Progress', coreskill: 'Angular' }),
    person('c5', 'Sharmaji Rao'),
  ]);
  indexAll();
});
afterAll(() => {
  workspace.close();
  folder.remove();
});

describe('a mistyped search', () => {
  it('is asked anew once rows are indexed that it was answered without', async () => {
    const told: string[] = [];
    workspace.onCaughtUp = (entity) => told.push(entity);
    serverGives([person('c9', 'Zubin Vartak')]);
    expect(shown(await ask('Vratak'))).toEqual([]);
    workspace.index.catchUp();
    await until('the index has them', () => told.length > 0);
    expect(told).toEqual(['candidate']);
    expect(shown(await ask('Vratak'))).toEqual(['~c9']);
    // Nothing was answered without them since.
    serverGives([person('c9', 'Zubin Vartak Rao')]);
    workspace.index.catchUp();
    await until('the index has them', () => workspace.index.holding('candidate', ['rao'], 5).length > 1);
    expect(told).toEqual(['candidate']);
  });

  it('finds whom it meant, below those that are written so, newest first', async () => {
    const page = await ask('Shamra');
    expect(shown(page)).toEqual(['c3', '~c2', '~c1']);
    expect(page).toMatchObject({ total: 3, similar: 2 });
    expect(shown(await ask('Shamra', { offset: 1, limit: 1 }))).toEqual(['~c2']);
    expect(
      await workspace.lists.count(
        { entity: 'candidate', list: 'candidates', search: 'shamra', similar: true },
        actor,
      ),
    ).toBe(3);
  });

  it.each([
    ['Kumra', ['~c4']],
    ['Kunar', ['~c4']],
    ['Kummar', ['~c4']],
    ['priya kumra', ['~c4']],
    ['asha kumra', []],
    ['ravi shamra', ['~c1']],
    ['Pnue', ['~c1']],
    ['raect', ['~c2']],
    ['98765', []],
    ['zzzzzz', []],
  ])('%s gives %j', async (search, wanted) => {
    expect(shown(await ask(search))).toEqual(wanted);
  });

  it('keeps to the filters, and is asked for by name', async () => {
    expect(shown(await ask('kumra', { filter: { placementStatus: 'Placed' } }))).toEqual([]);
    expect(
      shown(await ask('kumra', { list: 'placement', filter: { coreskill: { holds: 'angu' } } })),
    ).toEqual(['~c4']);
    expect(workspace.lists.list(query('kumra'), actor).rows).toEqual([]);
  });

  it('finds who came later, and no longer finds who has another name', async () => {
    expect(shown(await ask('quartermian'))).toEqual([]);
    serverGives([person('c6', 'Zeb Quartermain')]);
    indexAll();
    expect(shown(await ask('quartermian'))).toEqual(['~c6']);
    serverGives([person('c6', 'Zeb Other')]);
    indexAll();
    expect(shown(await ask('quartermian'))).toEqual([]);
  });
});

it('a filter finds a text within a skill or city, however it is written', () => {
  const held = (filter: NonNullable<ListQuery['filter']>): string[] =>
    shown(workspace.lists.list({ ...query(''), filter }, actor)).sort();
  expect(held({ coreskill: { holds: 'REACT' } })).toEqual(['c2']);
  expect(held({ city: { holds: ' pune ' } })).toEqual(['c1']);
  expect(held({ city: { holds: 'o' } })).toEqual([]);
  expect(() => held({ company: { holds: 'x' } })).toThrow('cannot be filtered by a part of it');
});

it('a cache whose search looked into other fields is made anew', () => {
  const narrower = { ...candidate, searchScopes: { ...candidate.searchScopes, default: ['fullName'] } };
  expect(cacheSchemaHash([narrower])).not.toBe(cacheSchemaHash([candidate]));
});

it('finds the one meant among 100,000', async () => {
  const all = sampleCandidates(100_000);
  for (let at = 0; at < all.length; at += 5_000) {
    writePage(
      workspace.cache,
      workspace.overlay,
      pageOf('candidate', all.slice(at, at + 5_000), { seq: 200_000 + at }),
    );
  }
  serverGives([person('c7', 'Zeb Quartermain')]);
  indexAll();
  expect(shown(await ask('quartremain'))).toEqual(['~c7']);
  const common = await ask('Vemra');
  expect(common).toMatchObject({ total: 50, similar: 50 });
  expect(common.rows.every((row) => String(row['fullName']).endsWith('Verma'))).toBe(true);
}, 120_000);
