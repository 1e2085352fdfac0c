import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { EntityName } from '#shared/model/entities.ts';
import { PlainError } from '#shared/protocol/errors.ts';
import { openKept } from '../testing/kept-keys.ts';
import { openOffice } from '../testing/office.ts';
import { memoryKeychain, TestDesk } from '../testing/test-desk.ts';
import { until } from '../testing/until.ts';
import { WeakNetwork } from '../testing/weak-network.ts';

/** How many histories there are; `npm run soak` asks for more. */
const FACTOR = Number(process.env['SOAK_FACTOR'] ?? 1);
const HISTORIES = Math.ceil(2 * FACTOR);
const STEPS = 120;
const USERS = ['superadmin', 'admin', 'hr'] as const;
const FIELDS = ['city', 'notes', 'trainer'] as const;
/** What a person may be told in the course of this, in place of what was asked for. */
const ANSWERS = new Set(['offline', 'conflict', 'not-found', 'forbidden', 'unavailable', 'invalid']);

const office = openOffice();

function random(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * below);
  };
}

interface Person {
  name: (typeof USERS)[number];
  data: string;
  keychain: ReturnType<typeof memoryKeychain>;
  network: WeakNetwork;
  isCut: boolean;
  desk: TestDesk;
}

async function personAt(name: Person['name']): Promise<Person> {
  const [data, keychain] = [office.newFolder(), memoryKeychain()];
  const network = await WeakNetwork.before(office.server.url);
  const desk = await TestDesk.open(data, network.url, keychain);
  await desk.signIn(name);
  await desk.inStep();
  return { name, data, keychain, network, isCut: false, desk };
}

/** What every record in question is to a desk. */
async function seenBy(desk: TestDesk, records: readonly [EntityName, string][]): Promise<unknown[]> {
  const seen: unknown[] = [];
  for (const [entity, id] of records) {
    const view = await desk.call('records.get', { entity, id });
    seen.push(view && { id, record: view.record, base: view.base });
  }
  return seen;
}

/** Whether anything lies over what the server gave, in the files of a desk that is closed. */
function laidOver(data: string): unknown[] {
  const file = (name: string): string =>
    join(
      data,
      readdirSync(data, { recursive: true, encoding: 'utf8' }).find((each) => each.endsWith(name)) ?? '',
    );
  const cache = openKept(file('cache.db'), 'NORMAL');
  const outbox = openKept(file('outbox.db'), 'NORMAL');
  const left = [
    ...cache.prepare('SELECT entity, recordId FROM overlay_base').all(),
    ...outbox.prepare(`SELECT kind, status, error FROM operations WHERE status <> 'applied'`).all(),
    ...outbox
      .prepare(
        `SELECT setId FROM operations WHERE setId IS NOT NULL GROUP BY setId, setPart HAVING count(*) <> setCount`,
      )
      .all(),
  ];
  cache.close();
  outbox.close();
  return left;
}

class History {
  readonly next: (below: number) => number;
  readonly records: [EntityName, string][] = [];
  undone = 0;

  constructor(seed: number) {
    this.next = random(seed);
  }

  #one<Item>(items: readonly Item[]): Item | undefined {
    return items[this.next(items.length)];
  }

  #of(entity: EntityName): string {
    return this.#one(this.records.filter(([each]) => each === entity))?.[1] ?? 'nobody';
  }

  /** A person does something. */
  async step(person: Person): Promise<void> {
    try {
      await this.#act(person);
    } catch (error) {
      if (!(error instanceof PlainError) || !ANSWERS.has(error.code)) throw error;
    }
  }

  async #act(person: Person): Promise<void> {
    const { desk } = person;
    const dice = this.next(100);
    if (dice < 10) {
      if (person.isCut) person.network.mend();
      else person.network.cut();
      person.isCut = !person.isCut;
    } else if (dice < 13) {
      await desk.close();
      person.desk = await TestDesk.open(person.data, person.network.url, person.keychain);
    } else if (dice < 20 || this.records.length < 4) await this.#add(desk);
    else if (dice < 45) await this.#edit(desk, 'candidate', this.#fields());
    else if (dice < 52) await this.#edit(desk, 'inquiry', { notes: `A${this.next(1e6)}` });
    else if (dice < 58) await desk.call('records.delete', { entity: 'candidate', id: this.#of('candidate') });
    else if (dice < 62)
      await desk.call('records.restore', { entity: 'candidate', id: this.#of('candidate') });
    else if (dice < 70) await this.#replace(desk);
    else if (dice < 82) {
      if ((await desk.call('changes.undoLast', {})) !== null) this.undone += 1;
    } else {
      const { changes } = await desk.call('changes.list', { mine: this.next(3) > 0 });
      const chosen = this.#one(changes.slice(0, 12));
      if (!chosen) return;
      await desk.call('changes.undo', { set: chosen.id });
      this.undone += 1;
    }
  }

  #fields(): Record<string, string> {
    const name = FIELDS[this.next(FIELDS.length)] ?? 'city';
    const value = `v${this.next(1e6)}`;
    return this.next(3) === 0 ? { [name]: value, trainer: value } : { [name]: value };
  }

  async #edit(desk: TestDesk, entity: EntityName, changes: Record<string, unknown>): Promise<void> {
    const id = this.#of(entity);
    const view = await desk.call('records.get', { entity, id });
    if (view) await desk.call('records.save', { entity, id, base: view.base, changes });
  }

  async #save(desk: TestDesk, entity: EntityName, changes: Record<string, unknown>): Promise<string> {
    const { record } = await desk.call('records.save', { entity, id: null, base: null, changes });
    this.records.push([entity, record._id]);
    return record._id;
  }

  async #add(desk: TestDesk): Promise<void> {
    const name = `Random ${this.next(1e9)}`;
    await this.#save(desk, 'candidate', {
      fullName: name,
      mobile: '98200 12345',
      email: `r${this.next(1e9)}@mail.test`,
    });
    if (this.next(2) === 0) return;
    const status = await this.#save(desk, 'leadStatus', { name });
    for (let at = 0; at < 3; at += 1)
      await this.#save(desk, 'inquiry', { Name: `${name} ${at}`, leadStatus: status });
  }

  async #replace(desk: TestDesk): Promise<void> {
    const [status, by] = [this.#of('leadStatus'), this.#of('leadStatus')];
    await desk.call('leadStatuses.replace', { id: status, status, by: by === status ? null : by });
  }
}

/** Sends and fetches until nothing waits; what was refused or lost is put away. */
async function settle({ desk, name }: Person): Promise<void> {
  await until(`${name} in step`, async () => {
    await desk.call('sync.now', {}).catch(() => undefined);
    const { state, waiting, attention } = await desk.call('sync.status', {});
    if (attention > 0 && waiting === 0) {
      const [entry] = (await desk.call('sync.tray', {})).filter(({ kind }) => kind !== 'waiting');
      if (entry) await desk.call('sync.discard', { id: entry.id });
    }
    return state === 'live' && waiting === 0 && attention === 0;
  });
}

describe(`${HISTORIES} histories of ${STEPS} steps of ${USERS.length} desks`, () => {
  const seeds = Array.from({ length: HISTORIES }, (_, at) => 7_919 * (at + 1));
  it.each(seeds)(
    'end with desks that show what a new one is given (seed %i)',
    async (seed) => {
      const history = new History(seed);
      const people: Person[] = [];
      for (const name of USERS) people.push(await personAt(name));
      for (let step = 0; step < STEPS; step += 1) {
        const person = people[history.next(people.length)];
        if (person) await history.step(person);
      }
      for (const person of people) person.network.mend();
      // What one sends last, the others still have to fetch.
      for (const person of [...people, ...people]) await settle(person);
      for (const { name, desk, data, network } of people) {
        const fresh = await office.deskOf(name);
        expect(await seenBy(desk, history.records), name).toEqual(await seenBy(fresh, history.records));
        await desk.close();
        await network.close();
        expect(laidOver(data), name).toEqual([]);
      }
      expect(history.undone).toBeGreaterThan(STEPS / 10);
    },
    240_000,
  );
});
