import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AnyRecord } from '#shared/model/entity.ts';
import type { EntityName } from '#shared/model/entities.ts';
import type { Operation, OperationResult } from '#shared/protocol/sync.ts';
import { newCandidate, operation, type TestClient } from '../../testing/client.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';

/** Decision 24: merges of what was merged are taken back in any order, and each gives back what it took. */

let server: TestServer;
let admin: TestClient;
let hr: TestClient;
let made = 0;

beforeAll(async () => {
  server = await startTestServer();
  admin = await server.signIn('Admin');
  hr = await server.signIn('HR');
});
afterAll(() => server.stop());

const parted = (set: { id: string; undoes?: string }, operations: Operation[]): Operation[] =>
  operations.map((each) => ({ ...each, set: { title: 'Merged', part: 0, ...set } }));

/** A set as the desk that made it knows it. */
interface Made {
  id: string;
  records: [EntityName, string][];
}

/** What the results say was left: the reasons. */
const leftOf = (results: readonly OperationResult[]): string[] =>
  results.flatMap((each) =>
    each.status === 'applied' ? (each.left ?? []).map(({ reason }) => reason) : [each.error],
  );

/** Three candidates, each enrolled from an inquiry and called once. */
class Three {
  readonly #name = `three${(made += 1)}`;
  #sets = 0;

  id(which: string, what = ''): string {
    return `${this.#name}-${which}${what}`;
  }

  async add(): Promise<this> {
    for (const which of ['a', 'b', 'c']) {
      const [person, inquiry] = [this.id(which), this.id(which, '-inquiry')];
      const results = await hr.push(
        operation('create', 'inquiry', inquiry, { Name: which }),
        newCandidate(person, which === 'c' ? {} : { inquiry }),
        ...(which === 'c' ? [] : [operation('update', 'inquiry', inquiry, { enrolledAs: person })]),
        operation('create', 'activity', this.id(which, '-call'), {
          candidate: person,
          kind: 'Note',
          note: 'x',
        }),
      );
      expect(leftOf(results)).toEqual([]);
    }
    return this;
  }

  /** As a desk does that knows what refers to the record that goes. */
  async merge(from: string, into: string, calls: string[]): Promise<Made> {
    const id = this.id(`${from}-${into}-${(this.#sets += 1)}`);
    const [was, candidate] = [this.id(from), this.id(into)];
    const operations = [
      ...calls.map((call) => operation('update', 'activity', this.id(call, '-call'), { candidate }, 1e9)),
      operation('update', 'candidate', candidate, { city: id }, 1e9),
      operation('delete', 'candidate', was, {}, 1e9),
      operation('create', 'mergedRecord', `${id}-lead`, { was, name: from, candidate }),
    ];
    expect(leftOf(await admin.push(...parted({ id }, operations)))).toEqual([]);
    return { id, records: operations.map(({ entity, recordId }) => [entity, recordId]) };
  }

  /** As the same desk takes it back: what was done last comes first. */
  async undo({ id: undoes, records }: Made): Promise<Made & { left: string[] }> {
    const id = this.id(`undo-${(this.#sets += 1)}`);
    const back = records.toReversed();
    const operations = back.map(([entity, recordId]) => operation('undo', entity, recordId));
    const left = leftOf(await admin.push(...parted({ id, undoes }, operations)));
    return { id, records: back, left };
  }

  /** Where everything is, and what it refers to. */
  async now(): Promise<Record<string, unknown>> {
    const seen: Record<string, unknown> = {};
    for (const which of ['a', 'b', 'c']) {
      const person = await record(`students/${this.id(which)}`);
      seen[which] = person && this.#short(person['inquiry']);
      const inquiry = await record(`interns/${this.id(which, '-inquiry')}`);
      seen[`${which}-inquiry`] = this.#short(inquiry?.['enrolledAs']);
      seen[`${which}-call`] = this.#short(
        (await record(`activities/${this.id(which, '-call')}`))?.['candidate'],
      );
    }
    return seen;
  }

  #short(id: unknown): string {
    return typeof id === 'string' ? id.slice(this.#name.length + 1) : 'none';
  }
}

const record = async (path: string): Promise<AnyRecord | null> => {
  const { status, body } = await admin.get<AnyRecord>(`/api/${path}`);
  return status === 200 ? body : null;
};

test('merges in a chain that are undone, the last one first, leave everything as it was', async () => {
  const three = await new Three().add();
  const before = await three.now();
  const first = await three.merge('a', 'b', ['a']);
  const between = await three.now();
  const second = await three.merge('b', 'c', ['a', 'b']);
  expect((await three.undo(second)).left).toEqual([]);
  expect(await three.now()).toEqual(between);
  expect((await three.undo(first)).left).toEqual([]);
  expect(await three.now()).toEqual(before);
});

test.each([
  ['knows of', ['a', 'b'], ['a']],
  ['does not know of', [], []],
])('the older merge can be undone first, with what its desk %s', async (_, later, earlier) => {
  const three = await new Three().add();
  const before = await three.now();
  const first = await three.merge('a', 'b', earlier);
  const second = await three.merge('b', 'c', later);
  // The value that the merge wrote went with the record that had it; nothing else is left.
  expect((await three.undo(first)).left).toEqual(['It was deleted since.']);
  expect(await three.now()).toMatchObject({
    a: 'a-inquiry',
    'a-inquiry': 'a',
    'a-call': 'a',
    b: null,
    'b-call': 'c',
  });
  expect((await three.undo(second)).left).toEqual([]);
  expect(await three.now()).toEqual(before);
});

test('what a record has by a merge alone it has no longer where that was undone while it was merged away itself', async () => {
  const three = await new Three().add();
  const before = await three.now();
  const first = await three.merge('a', 'c', ['a']);
  expect(await three.now()).toMatchObject({ c: 'a-inquiry' });
  const second = await three.merge('c', 'b', ['a', 'c']);
  await three.undo(first);
  expect((await three.undo(second)).left).toEqual([]);
  expect(await three.now()).toEqual(before);
});

test('an older merge that is done again after the one that stays was merged too leads where that went', async () => {
  const three = await new Three().add();
  const back = await three.undo(await three.merge('a', 'b', ['a']));
  await three.merge('b', 'c', ['b']);
  expect((await three.undo(back)).left).toEqual(['It was deleted since.']);
  expect(await three.now()).toMatchObject({ a: null, b: null, 'a-call': 'c', 'a-inquiry': 'c' });
});

test('an older merge that is done again leads where it led at first', async () => {
  const three = await new Three().add();
  const first = await three.merge('a', 'b', ['a']);
  const between = await three.now();
  const second = await three.merge('b', 'c', ['a', 'b']);
  const back = await three.undo(first);
  await three.undo(second);
  await three.undo(back);
  expect(await three.now()).toEqual(between);
});

test('a merge that is not done again, since the record was changed, leaves what refers to it', async () => {
  const three = await new Three().add();
  const before = await three.now();
  const back = await three.undo(await three.merge('a', 'b', ['a']));
  expect(
    leftOf(await hr.push(operation('update', 'candidate', three.id('a'), { city: 'Pune' }, 1e9))),
  ).toEqual([]);
  expect((await three.undo(back)).left).toEqual([
    expect.stringContaining('changed it since'),
    expect.stringContaining('changed it since'),
  ]);
  expect(await three.now()).toEqual(before);
});

test('a merge that is done again gives the record that stays its values again', async () => {
  const three = await new Three().add();
  const merged = await three.merge('a', 'c', ['a']);
  const after = await three.now();
  const again = await three.undo(await three.undo(merged));
  expect(again.left).toEqual([]);
  expect(await three.now()).toEqual(after);
  expect((await record(`students/${three.id('c')}`))?.['city']).toBe(merged.id);
});
