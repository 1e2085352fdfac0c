import { setTimeout as after } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { ChangeSet } from '#shared/protocol/change-sets.ts';
import { PATHS, type ChecksumResponse, type Operation } from '#shared/protocol/sync.ts';
import type { Role } from '#shared/access/roles.ts';
import { openDatabase, type Database } from './database/database.ts';
import { DATABASE_FILE } from './server.ts';
import { newCandidate, operation, TestClient } from './testing/client.ts';
import { startServerProcess } from './testing/server-process.ts';
import { startTestServer, type TestServer } from './testing/server.ts';

/** How often the server is killed: a few times in every run, a hundred times by `npm run soak`. */
const FACTOR = Number(process.env['SOAK_FACTOR'] ?? 0.4);
const KILLS = 10 * FACTOR;
const LONGEST_LIFE_MS = 400;
const WRITERS: readonly Role[] = ['Super Admin', 'Admin', 'HR'];
const PATIENCE_MS = 60_000;

interface Acknowledged {
  recordId: string;
  seq: number;
}

/** What belongs together of a set, and whether the server has acknowledged it. */
interface SentPart {
  set: ChangeSet;
  /** In the order in which their lines stand in the log. */
  records: string[];
  acknowledged: boolean;
}

/** A desk that writes without end: what has no answer is sent again, under its id, until it has one. */
class Writer {
  readonly client: TestClient;
  readonly #name: string;
  readonly #mayReplace: boolean;
  readonly acknowledged: Acknowledged[] = [];
  readonly parts: SentPart[] = [];

  /** @param mayReplace whether the role adds and deletes lead statuses */
  constructor(client: TestClient, name: string, mayReplace: boolean) {
    this.client = client;
    this.#name = name;
    this.#mayReplace = mayReplace;
  }

  async write(signal: AbortSignal): Promise<void> {
    for (let number = 0; !signal.aborted; number += 1) {
      const recordId = `${this.#name}-${number}`;
      await this.#sendUntilAnswered(newCandidate(recordId));
      await this.#sendUntilAnswered(operation('update', 'candidate', recordId, { city: `City ${number}` }));
      // All of them write here, and the last one wins.
      await this.#sendUntilAnswered(operation('update', 'candidate', 'shared', { notes: recordId }));
      await this.#writeSets(recordId);
    }
  }

  /** Several records in one go, the undo of that, and a set of several parts with its undo. */
  async #writeSets(name: string): Promise<void> {
    const people = Array.from({ length: 5 }, (_, at) => `${name}-of-set-${at}`);
    const added = this.#part({ id: `${name}-added`, title: 'Added 5 candidates', part: 0 }, [
      ...people.map((id) => newCandidate(id)),
      operation('update', 'candidate', 'shared', { trainer: name }),
    ]);
    await this.#sendUntilAnswered(...added);
    const back = { id: `${name}-undone`, title: 'Undone', part: 0, undoes: `${name}-added` };
    // Without the shared record: somebody else may have written there since.
    await this.#sendUntilAnswered(
      ...this.#part(
        back,
        people.map((id) => operation('undo', 'candidate', id)),
      ),
    );

    if (!this.#mayReplace) return;
    const status = `${name}-status`;
    const calls = Array.from({ length: 4 }, (_, at) => `${name}-call-${at}`);
    await this.#sendUntilAnswered(
      operation('create', 'leadStatus', status, { name: status }),
      ...calls.map((id) => operation('create', 'inquiry', id, { Name: id, leadStatus: status })),
    );
    const replaced = { id: `${name}-replaced`, title: 'Lead status deleted, its inquiries moved' };
    const move = (id: string): Operation => operation('update', 'inquiry', id, { leadStatus: null }, 1e9);
    await this.#sendUntilAnswered(
      ...this.#part({ ...replaced, part: 0 }, calls.slice(0, 2).map(move)),
      ...this.#part({ ...replaced, part: 1 }, calls.slice(2).map(move)),
      ...this.#part({ ...replaced, part: 2 }, [operation('delete', 'leadStatus', status, {}, 1e9)]),
    );
    const undone = { id: `${name}-replaced-undone`, title: 'Undone', part: 0, undoes: replaced.id };
    await this.#sendUntilAnswered(
      ...this.#part(undone, [
        operation('undo', 'leadStatus', status),
        ...calls.toReversed().map((id) => operation('undo', 'inquiry', id)),
      ]),
    );
  }

  #part(set: ChangeSet, operations: Operation[]): Operation[] {
    const records = operations.map(({ recordId }) => recordId);
    this.parts.push({ set, records, acknowledged: false });
    return operations.map((each) => ({ ...each, set }));
  }

  async #sendUntilAnswered(...sent: Operation[]): Promise<void> {
    const deadline = Date.now() + PATIENCE_MS;
    for (;;) {
      try {
        for (const [at, result] of (await this.client.push(...sent)).entries()) {
          if (result.status !== 'applied') throw new Error(`Refused: ${JSON.stringify(result)}`);
          this.acknowledged.push({ recordId: sent[at]?.recordId ?? '', seq: result.seq });
        }
        const sets = new Set(sent.map(({ set }) => set?.id));
        for (const part of this.parts) part.acknowledged ||= sets.has(part.set.id);
        return;
      } catch (error) {
        const isGone = error instanceof TypeError;
        if (!isGone || Date.now() > deadline) throw error;
        await after(20);
      }
    }
  }
}

function dataOf({ databaseUrl, dataFolder }: TestServer): Promise<Database> {
  return openDatabase({
    at: databaseUrl === null ? { file: `${dataFolder}/${DATABASE_FILE}` } : { url: databaseUrl },
  });
}

/** Each part of a set is there wholly or not at all, and those that were acknowledged are there. */
async function expectWholeSets(server: TestServer, parts: readonly SentPart[]): Promise<void> {
  const database = await dataOf(server);
  const lines = await database.all<{ setId: string; recordId: string; seq: number }>(
    `SELECT "setId", "recordId", "seq" FROM "change_log" WHERE "setId" IS NOT NULL ORDER BY "seq"`,
  );
  const sets = await database.all<{ id: string; changes: number; undoneBy: string | null }>(
    `SELECT "id", "changes", "undoneBy" FROM "change_sets"`,
  );
  await database.close();
  const bySet = new Map<string, string[]>();
  for (const { setId, recordId } of lines) bySet.set(setId, [...(bySet.get(setId) ?? []), recordId]);
  expect(new Map(sets.map(({ id, changes }) => [id, Number(changes)]))).toEqual(
    new Map(Array.from(bySet, ([id, records]) => [id, records.length])),
  );
  for (const { set, records, acknowledged } of parts) {
    const ofPart = (bySet.get(set.id) ?? []).filter((id) => records.includes(id));
    if (acknowledged || ofPart.length > 0) expect(ofPart, JSON.stringify(set)).toEqual(records);
    if (set.undoes === undefined || ofPart.length === 0) continue;
    expect(sets.find(({ id }) => id === set.undoes)?.undoneBy).toBe(set.id);
  }
}

async function preparedServer(): Promise<{ server: TestServer; clients: TestClient[] }> {
  const server = await startTestServer();
  const admin = await server.signIn('Admin');
  await admin.push(newCandidate('shared'));
  const clients: TestClient[] = [];
  for (const role of WRITERS) clients.push(await server.signIn(role, 'writing desk'));
  await server.close();
  return { server, clients };
}

test(
  `a server killed ${KILLS} times under load has every acknowledged write once, and desks end equal to it`,
  { timeout: 30_000 * KILLS },
  async () => {
    const { server, clients } = await preparedServer();
    let running = await startServerProcess(server);
    const { port } = running;
    const at = (client: TestClient): TestClient =>
      Object.assign(new TestClient(running.url), { token: client.token });
    const desks = clients.map((client, index) => {
      const writer = new Writer(at(client), `writer-${index}`, WRITERS[index] !== 'HR');
      return { writer, reader: at(client) };
    });
    const writing = new AbortController();
    const work = Promise.all(desks.map(({ writer }) => writer.write(writing.signal)));
    for (let time = 0; time < KILLS; time += 1) {
      await after(Math.random() * LONGEST_LIFE_MS);
      await running.kill();
      await expectWholeSets(
        server,
        desks.flatMap(({ writer }) => writer.parts),
      );
      running = await startServerProcess(server, port);
      // A desk that pulls now and then, and so has its cursor from before the kill.
      const reader = desks[time % desks.length]?.reader;
      await reader?.pull();
    }
    writing.abort();
    await work;

    for (const { reader } of desks) {
      await reader.pull();
      const fresh = at(reader);
      const { rows } = await fresh.pull();
      const candidates = [...rows].filter(([key]) => key.startsWith('candidate/'));
      const { body } = await reader.get<ChecksumResponse>(PATHS.checksum);
      expect(body.entities.candidate).toEqual({
        count: candidates.length,
        seqSum: candidates.reduce((sum, [, row]) => sum + Number(row['_seq']), 0),
      });
    }
    expect(await running.end()).toBe(0);

    const acknowledged = desks.flatMap(({ writer }) => writer.acknowledged);
    expect(acknowledged.length).toBeGreaterThan(KILLS);
    const parts = desks.flatMap(({ writer }) => writer.parts);
    expect(parts.every((part) => part.acknowledged)).toBe(true);
    expect(parts.length).toBeGreaterThan(KILLS);
    await expectWholeSets(server, parts);
    const database = await dataOf(server);
    const lines = await database.all<{ seq: number; recordId: string }>(
      `SELECT "seq", "recordId" FROM "change_log"
       WHERE "entity" IN ('candidate', 'leadStatus', 'inquiry') ORDER BY "seq"`,
    );
    await database.close();
    const expected = acknowledged
      .map(({ seq, recordId }) => ({ seq, recordId }))
      .sort((one, other) => one.seq - other.seq);
    // The first line is that of the shared record, made before.
    expect(lines.slice(1)).toEqual(expected);
    await server.drop();
  },
);
