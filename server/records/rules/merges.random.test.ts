import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AnyRecord } from '#shared/model/entity.ts';
import type { EntityName } from '#shared/model/entities.ts';
import type { Operation, OperationResult } from '#shared/protocol/sync.ts';
import { newCandidate, operation, type TestClient } from '../../testing/client.ts';
import { randomOf } from '../../testing/random.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';
import { wholeTests } from '../../testing/tier.ts';

/**
 * Decision 24: once every merge is taken back, in whichever order, each person is there and has what is their own, also what came late
 * for them while they were merged away.
 */

const HISTORIES = wholeTests() ? 60 : 20;
const STEPS = 16;

let server: TestServer;
let admin: TestClient;
let hr: TestClient;

beforeAll(async () => {
  server = await startTestServer();
  admin = await server.signIn('Admin');
  hr = await server.signIn('HR');
});
afterAll(() => server.stop());

interface Merged {
  from: string;
  /** What took it back, or did it again, last. */
  set: string;
  records: [EntityName, string][];
}

const isApplied = (results: readonly OperationResult[]): boolean =>
  results.every(({ status }) => status === 'applied');

const inSet = (set: { id: string; undoes?: string }, operations: Operation[]): Operation[] =>
  operations.map((each) => ({ ...each, set: { title: 'Merged', part: 0, ...set } }));

class History {
  readonly people: string[];
  readonly notes: { id: string; of: string; isDeleted: boolean }[] = [];
  readonly merges: Merged[] = [];
  /** Those that were undone, and may be done again. */
  readonly undone: Merged[] = [];
  readonly steps: string[] = [];
  readonly #random: (below: number) => number;
  readonly #name: string;
  readonly #there: Set<string>;

  constructor(seed: number) {
    this.#random = randomOf(seed + 1);
    this.#name = `history-${seed}`;
    this.people = ['a', 'b', 'c', 'd'].map((each) => `${this.#name}-${each}`);
    this.#there = new Set(this.people);
  }

  async live(): Promise<void> {
    await hr.push(...this.people.map((id) => newCandidate(id, { email: `${id}@people.test` })));
    for (let step = 0; step < STEPS; step += 1) {
      const what = this.#random(10);
      if (what < 3) await this.#note();
      else if (what < 5) await this.#deleteOrRestore();
      else if (what < 8) await this.#merge();
      else if (what < 9 && this.undone.length > 0) await this.#redo();
      else await this.#undo();
    }
    while (this.merges.length > 0) await this.#undo();
    while (this.notes.some(({ isDeleted }) => isDeleted)) await this.#deleteOrRestore();
  }

  /** By a desk that may not have heard of a merge. */
  async #note(): Promise<void> {
    const id = `${this.#name}-note-${this.notes.length}`;
    const of = this.#one(this.people);
    const note = operation('create', 'activity', id, { candidate: of, kind: 'Note', note: 'said' });
    expect(isApplied(await hr.push(note))).toBe(true);
    this.notes.push({ id, of, isDeleted: false });
    this.steps.push(`note for ${of}`);
  }

  async #deleteOrRestore(): Promise<void> {
    if (this.notes.length === 0) return;
    const note = this.#one(this.notes);
    const kind = note.isDeleted ? 'restore' : 'delete';
    expect(isApplied(await hr.push(operation(kind, 'activity', note.id, {}, 1e9)))).toBe(true);
    note.isDeleted = !note.isDeleted;
    this.steps.push(`${kind} ${note.id}`);
  }

  async #merge(): Promise<void> {
    const there = [...this.#there];
    if (there.length < 2) return;
    const from = this.#one(there);
    const into = this.#one(there.filter((id) => id !== from));
    const set = `${this.#name}-merge-${this.steps.length}`;
    // Some desks know what refers to the record that goes.
    const known = this.#random(2) === 0 ? await this.#notesAt(from) : [];
    const operations = [
      ...known.map((id) => operation('update', 'activity', id, { candidate: into }, 1e9)),
      operation('delete', 'candidate', from, {}, 1e9),
      operation('create', 'mergedRecord', `${set}-lead`, { was: from, name: from, candidate: into }),
    ];
    expect(isApplied(await admin.push(...inSet({ id: set }, operations)))).toBe(true);
    this.#there.delete(from);
    this.merges.push({ from, set, records: operations.map(({ entity, recordId }) => [entity, recordId]) });
    this.steps.push(`${from} into ${into}, ${known.length} known`);
  }

  async #undo(): Promise<void> {
    if (this.merges.length === 0) return;
    const [merge] = this.merges.splice(this.#random(this.merges.length), 1);
    if (!merge) return;
    await this.#takeBack(merge);
    this.#there.add(merge.from);
    this.undone.push(merge);
  }

  /** It is not done where the two were merged the other way round meanwhile. */
  async #redo(): Promise<void> {
    const [merge] = this.undone.splice(this.#random(this.undone.length), 1);
    if (!merge || !this.#there.has(merge.from)) return;
    await this.#takeBack(merge);
    if ((await admin.get(`/api/students/${merge.from}`)).status === 200) return;
    this.#there.delete(merge.from);
    this.merges.push(merge);
  }

  async #takeBack(merge: Merged): Promise<void> {
    const undoes = merge.set;
    const id = `${undoes}-undone`;
    if (this.#random(3) === 0) {
      const { status } = await admin.post(`/api/change-sets/${undoes}/undo`, { set: id, from: 0 });
      expect(status).toBe(200);
    } else {
      const records = this.#random(2) === 0 ? merge.records : merge.records.toReversed();
      const back = records.map(([entity, record]) => operation('undo', entity, record));
      expect(isApplied(await admin.push(...inSet({ id, undoes }, back)))).toBe(true);
    }
    merge.set = id;
    this.steps.push(`undo of ${undoes}`);
  }

  async #notesAt(person: string): Promise<string[]> {
    const rows = await server.database.all<{ _id: string }>(
      'SELECT "_id" FROM "activity" WHERE "candidate" = ? AND "deletedAt" IS NULL',
      [person],
    );
    return rows.map(({ _id }) => _id);
  }

  #one<Of>(some: readonly Of[]): Of {
    return some[this.#random(some.length)] as Of;
  }
}

test.each(Array.from({ length: HISTORIES }, (_, seed) => seed))('history %i', async (seed) => {
  const history = new History(seed);
  await history.live();
  const lost: string[] = [];
  for (const id of history.people)
    if ((await admin.get(`/api/students/${id}`)).status !== 200) lost.push(`${id} is not there`);
  for (const { id, of } of history.notes) {
    const { candidate } = (await admin.get<AnyRecord>(`/api/activities/${id}`)).body;
    if (candidate !== of) lost.push(`the note of ${of} is at ${String(candidate)}`);
  }
  expect(lost, lost.join() + '\n' + history.steps.join('\n')).toEqual([]);
});
