import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { AnyRecord } from '#shared/model/entity.ts';
import type { Operation, OperationResult } from '#shared/protocol/sync.ts';
import { newCandidate, operation, type TestClient } from '../testing/client.ts';
import { startTestServer, type TestServer } from '../testing/server.ts';
import { wholeTests } from '../testing/tier.ts';

/**
 * Undo against an oracle: a book of who wrote what, kept beside the server. Three people write in the same records, in
 * sets and alone, delete and restore, and take sets back, their own and others', in whatever order; an undo may break off,
 * and a set go on.
 */

const SEEDS = [1000, 1014, 1021, 1028, 1063, 1091, 1105, 1392].slice(0, wholeTests() ? undefined : 3);
const STEPS = 150;
const RECORDS = 4;
const FIELDS = ['city', 'notes', 'trainer'] as const;
type Field = (typeof FIELDS)[number];

let server: TestServer;
const people: { name: string; client: TestClient }[] = [];

beforeAll(async () => {
  server = await startTestServer();
  for (const role of ['Super Admin', 'Admin', 'HR'] as const)
    people.push({ name: role, client: await server.signIn(role) });
});
afterAll(() => server.stop());

/** What a set did to a record, as one who watched would note it. */
interface Entry {
  /** Who did it. */
  who: string;
  kind: 'create' | 'update' | 'delete' | 'restore';
  set: string | null;
  /** What the fields held before, and what they were given. */
  before: Partial<Record<Field, string | null>>;
  after: Partial<Record<Field, string | null>>;
}

interface BookRecord {
  there: boolean;
  deleted: boolean;
  values: Record<Field, string | null>;
  entries: Entry[];
}

interface BookSet {
  by: string;
  undoes: string | null;
  undoneBy: string | null;
  records: Set<string>;
}

/** What an entry did: to which fields, or to whether the record is there. */
const touched = ({ kind, after }: Entry): (Field | 'there')[] =>
  kind === 'update' ? (Object.keys(after) as Field[]) : ['there'];

/** What must be so. It knows what people did, and nothing of logs, numbers and versions. */
class Book {
  readonly records = new Map<string, BookRecord>();
  readonly sets = new Map<string, BookSet>();

  record(id: string): BookRecord {
    const known = this.records.get(id) ?? {
      there: false,
      deleted: false,
      values: { city: null, notes: null, trainer: null },
      entries: [],
    };
    this.records.set(id, known);
    return known;
  }

  note(
    id: string,
    who: string,
    kind: Entry['kind'],
    set: string | null,
    given: Partial<Record<Field, string | null>>,
  ): boolean {
    const record = this.record(id);
    const before: Entry['before'] = {};
    const after: Entry['after'] = {};
    for (const [name, value] of Object.entries(given) as [Field, string | null][]) {
      if (record.values[name] === value) continue;
      before[name] = record.values[name];
      after[name] = value;
      record.values[name] = value;
    }
    if (kind === 'update' && Object.keys(after).length === 0) return false;
    if (kind === 'create') record.there = true;
    if (kind === 'delete' || kind === 'restore') record.deleted = kind === 'delete';
    record.entries.push({ who, kind, set, before, after });
    if (set !== null) this.sets.get(set)?.records.add(id);
    return true;
  }

  /** Whether what was done to the field, or to the record's being there, is in effect: nobody took it back, in effect. */
  isInEffect({ entries }: Pick<BookRecord, 'entries'>, entry: Entry, what: Field | 'there'): boolean {
    return entries
      .slice(entries.indexOf(entry) + 1)
      .every(
        (later) =>
          entry.set === null ||
          this.sets.get(later.set ?? '')?.undoes !== entry.set ||
          !touched(later).includes(what) ||
          !this.isInEffect({ entries }, later, what),
      );
  }

  /** Takes the set back in these records, as a person would who sees who wrote what since. */
  undo(undoes: string, by: string, who: string, ids: readonly string[]): void {
    const set = this.sets.get(undoes);
    let did = false;
    for (const id of ids) did = this.#undoIn(id, undoes, by, who) || did;
    if (did && set) set.undoneBy = by;
  }

  #undoIn(id: string, undoes: string, by: string, who: string): boolean {
    const record = this.record(id);
    const own = record.entries.filter((entry) => entry.set === undoes);
    const start = record.entries.findIndex((entry) => entry.set === undoes);
    const isOfAnother = ({ set }: Entry): boolean =>
      set !== undoes && set !== by && (set === null || this.sets.get(set)?.undoes === null);
    const stands = (entry: Entry, what: Field | 'there'): boolean =>
      touched(entry).includes(what) && this.isInEffect(record, entry, what);
    const since = record.entries
      .slice(start)
      .filter(isOfAnother)
      .filter((entry) => touched(entry).some((what) => stands(entry, what)));
    const isAfter = (entry: Entry, other: Entry | undefined): boolean =>
      other !== undefined && record.entries.indexOf(entry) > record.entries.indexOf(other);
    if (own.some(({ kind }) => kind === 'create')) {
      if (own.some(({ kind }) => kind === 'delete') || record.deleted || since.length > 0) return false;
      return this.note(id, who, 'delete', by, {});
    }
    let did = false;
    const removals = own.filter(({ kind }) => kind === 'delete' || kind === 'restore');
    const last = removals.at(-1);
    const isTurned = last !== undefined && last.kind === removals[0]?.kind;
    // A record comes back unless somebody deleted it since, and goes unless somebody did anything to it.
    const overruled = since.some(
      (entry) => isAfter(entry, last) && (last?.kind === 'restore' || stands(entry, 'there')),
    );
    // HR brings back what HR deleted last, and nothing else.
    const lastDelete = record.entries.findLast(({ kind }) => kind === 'delete');
    const may = !record.deleted || who !== 'HR' || lastDelete?.who === 'HR';
    if (isTurned && record.deleted === (last.kind === 'delete') && !overruled && may)
      did = this.note(id, who, record.deleted ? 'restore' : 'delete', by, {});
    if (record.deleted) return did;
    const back: Partial<Record<Field, string | null>> = {};
    for (const name of FIELDS) {
      const writes = own.filter((entry) => name in entry.after);
      const first = writes[0];
      if (!first) continue;
      if (!since.some((entry) => stands(entry, name) && isAfter(entry, writes.at(-1))))
        back[name] = first.before[name] ?? null;
    }
    if (Object.keys(back).length > 0) did = this.note(id, who, 'update', by, back) || did;
    return did;
  }
}

function random(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * below);
  };
}

const refusedIn = (results: readonly OperationResult[]): string[] =>
  results.flatMap((result) => (result.status === 'refused' ? [result.error] : []));

describe(`undo, ${SEEDS.length * STEPS} steps of three people`, () => {
  test.each(SEEDS)('comes to what the book says (seed %i)', async (seed) => {
    const next = random(seed);
    const book = new Book();
    const ids = Array.from({ length: RECORDS }, (_, at) => `undo-${seed}-${at}`);
    let sets = 0;
    let undone = 0;
    const newSet = (by: string, undoes: string | null): string => {
      sets += 1;
      const id = `random-${seed}-${sets}`;
      book.sets.set(id, { by, undoes, undoneBy: null, records: new Set() });
      return id;
    };
    /** What the server has is what the book says. */
    const compare = async (after: string): Promise<void> => {
      for (const id of ids) {
        const { there, deleted, values } = book.record(id);
        const answer = await people[0]?.client.get<AnyRecord>(`/api/students/${id}`);
        expect(answer?.status, `${id} after ${after}`).toBe(there && !deleted ? 200 : 404);
        if (answer?.status !== 200) continue;
        const has = Object.fromEntries(FIELDS.map((name) => [name, answer.body[name] ?? null]));
        expect(has, `${id} after ${after}`).toEqual(values);
      }
    };
    const value = (): string => `v${next(1_000_000)}`;
    for (let step = 0; step < STEPS; step += 1) {
      const person = people[next(people.length)];
      if (!person) throw new Error('Nobody is there');
      if (next(10) < 4 && sets > 0) {
        const open = [...book.sets].filter(
          ([, set]) =>
            set.undoneBy === null && set.records.size > 0 && (set.by === person.name || person.name !== 'HR'),
        );
        const chosen = open[next(open.length)];
        if (!chosen) continue;
        const [undoes, { records }] = chosen;
        const by = newSet(person.name, undoes);
        const set = { id: by, title: `Undo of ${undoes}`, part: 0, undoes };
        // One in four breaks off.
        const reached = [...records].toReversed().slice(0, next(4) === 0 ? 1 : undefined);
        const sent = reached.map((id): Operation => ({ ...operation('undo', 'candidate', id), set }));
        expect(refusedIn(await person.client.push(...sent))).toEqual([]);
        book.undo(undoes, by, person.name, reached);
        undone += 1;
        await compare(`${by}, the undo of ${undoes}`);
        continue;
      }
      const own = [...book.sets].filter(([, set]) => set.by === person.name && set.undoes === null);
      // One in six is a further part of an own set, whatever became of it meanwhile.
      const id =
        next(3) === 0 ? null : (next(6) === 0 && own[next(own.length)]?.[0]) || newSet(person.name, null);
      const operations: Operation[] = [];
      const touched = new Set<string>();
      for (let times = 1 + (id === null ? 0 : next(3)); times > 0; times -= 1) {
        const recordId = ids[next(ids.length)] ?? '';
        if (touched.has(recordId)) continue;
        touched.add(recordId);
        const record = book.record(recordId);
        if (!record.there) {
          const city = value();
          operations.push(newCandidate(recordId, { city }));
          book.note(recordId, person.name, 'create', id, { city });
        } else if (record.deleted) {
          if (person.name === 'HR') continue;
          operations.push(operation('restore', 'candidate', recordId));
          book.note(recordId, person.name, 'restore', id, {});
        } else if (next(6) === 0) {
          operations.push(operation('delete', 'candidate', recordId, {}, 1e9));
          book.note(recordId, person.name, 'delete', id, {});
        } else {
          const name = FIELDS[next(FIELDS.length)] ?? 'city';
          const given = { [name]: value(), ...(next(3) === 0 ? { trainer: value() } : {}) };
          operations.push(operation('update', 'candidate', recordId, given, 1e9));
          book.note(recordId, person.name, 'update', id, given);
        }
      }
      const set = id === null ? undefined : { id, title: `Set ${id}`, part: 0 };
      const sent = operations.map((each) => (set ? { ...each, set } : each));
      expect(refusedIn(await person.client.push(...sent))).toEqual([]);
    }
    expect(undone).toBeGreaterThan(STEPS / 8);
  });
});
