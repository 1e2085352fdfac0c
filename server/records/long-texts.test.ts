import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '#shared/model/new-id.ts';
import type { UndoAnswer } from '#shared/protocol/change-sets.ts';
import { PATHS, type Operation } from '#shared/protocol/sync.ts';
import { bulkLoad } from '../database/bulk-load.ts';
import { newCandidate, operation, type Answer, type TestClient } from '../testing/client.ts';
import { startTestServer, type TestServer } from '../testing/server.ts';
import { readAtOnce, sizesOfLongTexts } from './long-texts.ts';
import { prepare, unitsOf } from './prepared-operation.ts';

/** Of articles, which may have a million letters each, few are read at once, whatever a small call names. */

const ARTICLES = 24;
const LETTERS = 990_000;

let server: TestServer;
let admin: TestClient;

beforeAll(async () => {
  server = await startTestServer({
    prepare: async (database) => {
      const content = `<p>${'अ'.repeat(LETTERS)}</p>`;
      const articles = each(0, ARTICLES, (at) => ({
        _id: idOf(at),
        title: 'Written',
        slug: idOf(at),
        content,
      }));
      await bulkLoad(database, 'blog', articles);
    },
  });
  admin = await server.signIn('Admin');
});
afterAll(() => server.stop());

const idOf = (at: number): string => `article-${at}`;
const titled = (at: number, title: string, set?: Operation['set']): Operation => ({
  ...operation('update', 'blog', idOf(at), { title }, 1e9),
  ...(set ? { set } : {}),
});
const each = <Item>(from: number, to: number, item: (at: number) => Item): Item[] =>
  Array.from({ length: to - from }, (_, at) => item(from + at));
const titles = async (): Promise<Set<string>> =>
  new Set(
    (await server.database.all<{ title: string }>('SELECT "title" FROM "blog"')).map(({ title }) => title),
  );

test('a transaction has few of them, or few many times, and as many candidates as a push', async () => {
  const unitSizes = async (operations: readonly Operation[]): Promise<number[]> => {
    const sizes = await sizesOfLongTexts(server.database, operations);
    return unitsOf(operations.map(prepare), sizes).map((unit) => unit.operations.length);
  };
  expect(await unitSizes(each(0, 12, (at) => titled(at, 'x')))).toEqual([2, 2, 2, 2, 2, 2]);
  expect(await unitSizes(each(0, 20, (at) => titled(at % 2, 'x')))).toEqual([20]);
  expect(await unitSizes(each(0, 500, (at) => newCandidate(`c${at}`)))).toEqual([500]);
});

test('so it is of what is read for all: few articles at once, whatever stands in them, and as many candidates as asked for', () => {
  expect([readAtOnce('blog', 500), readAtOnce('blog', 1)]).toEqual([2, 1]);
  expect(readAtOnce('candidate', 500)).toBe(500);
});

test('many are changed by one push, and the sums of what everybody sees are right after it', async () => {
  const results = await admin.push(...each(0, ARTICLES, (at) => titled(at, 'Pushed')));
  expect(new Set(results.map(({ status }) => status))).toEqual(new Set(['applied']));
  expect(await titles()).toEqual(new Set(['Pushed']));
  const summed = async (): Promise<unknown> =>
    (await admin.get<{ entities: Record<string, unknown> }>(`${PATHS.checksum}?content=1`)).body.entities[
      'blog'
    ];
  const before = await summed();
  expect(before).toMatchObject({ count: ARTICLES, content: expect.any(Number) as number });
  await admin.push(titled(3, 'Changed'));
  expect(await summed()).not.toEqual(before);
  await admin.push(titled(3, 'Pushed'));
});

test('one part of a set with too many is refused, and nothing of it stays', async () => {
  const set = { id: newId(), title: 'Too many', part: 0 };
  const results = await admin.push(...each(0, 11, (at) => titled(at, 'Too many', set)));
  expect(results).toHaveLength(11);
  expect(results[0]).toMatchObject({
    status: 'refused',
    error: 'These articles are too long for one change together. Change fewer of them at once.',
  });
  expect(new Set(results.map(({ status }) => status))).toEqual(new Set(['refused']));
  expect(await titles()).toEqual(new Set(['Pushed']));
});

test('a set of several parts is undone some at a time', async () => {
  const id = newId();
  for (const [part, from] of [0, 8, 16].entries()) {
    const set = { id, title: 'Of three parts', part };
    const results = await admin.push(...each(from, from + 8, (at) => titled(at, 'Set', set)));
    expect(new Set(results.map(({ status }) => status))).toEqual(new Set(['applied']));
  }
  expect(await titles()).toEqual(new Set(['Set']));
  const by = newId();
  const done: number[] = [];
  for (let from: number | null = 0; from !== null;) {
    const answer: Answer<UndoAnswer> = await admin.post(`/api/change-sets/${id}/undo`, { set: by, from });
    const { status, body } = answer;
    expect(status).toBe(200);
    expect(body.left).toEqual([]);
    done.push(body.done);
    from = body.next;
  }
  expect(done.at(0)).toBe(2);
  expect(done.at(-1)).toBe(ARTICLES);
  expect(await titles()).toEqual(new Set(['Pushed']));
});
