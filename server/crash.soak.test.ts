import { setTimeout as after } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { PATHS, type ChecksumResponse } from '#shared/protocol/sync.ts';
import type { Role } from '#shared/access/roles.ts';
import { openDatabase } from './database/database.ts';
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
  operationId: string;
  recordId: string;
  seq: number;
}

/** A desk that writes without end: what has no answer is sent again, under its id, until it has one. */
class Writer {
  readonly client: TestClient;
  readonly #name: string;
  readonly acknowledged: Acknowledged[] = [];

  constructor(client: TestClient, name: string) {
    this.client = client;
    this.#name = name;
  }

  async write(signal: AbortSignal): Promise<void> {
    for (let number = 0; !signal.aborted; number += 1) {
      const recordId = `${this.#name}-${number}`;
      await this.#sendUntilAnswered(newCandidate(recordId));
      await this.#sendUntilAnswered(operation('update', 'candidate', recordId, { city: `City ${number}` }));
      // All of them write here, and the last one wins.
      await this.#sendUntilAnswered(operation('update', 'candidate', 'shared', { notes: recordId }));
    }
  }

  async #sendUntilAnswered(sent: ReturnType<typeof operation>): Promise<void> {
    const deadline = Date.now() + PATIENCE_MS;
    for (;;) {
      try {
        const [result] = await this.client.push(sent);
        if (result?.status !== 'applied') throw new Error(`Refused: ${JSON.stringify(result)}`);
        this.acknowledged.push({ operationId: sent.id, recordId: sent.recordId, seq: result.seq });
        return;
      } catch (error) {
        const isGone = error instanceof TypeError;
        if (!isGone || Date.now() > deadline) throw error;
        await after(20);
      }
    }
  }
}

async function preparedServer(): Promise<{ server: TestServer; writers: Writer[] }> {
  const server = await startTestServer();
  const admin = await server.signIn('Admin');
  await admin.push(newCandidate('shared'));
  const writers: Writer[] = [];
  for (const role of WRITERS) {
    writers.push(new Writer(await server.signIn(role, 'writing desk'), role.replace(' ', '').toLowerCase()));
  }
  await server.close();
  return { server, writers };
}

test(
  `a server killed ${KILLS} times under load has every acknowledged write once, and desks end equal to it`,
  { timeout: 30_000 * KILLS },
  async () => {
    const { server, writers } = await preparedServer();
    let running = await startServerProcess(server);
    const { port } = running;
    const at = (client: TestClient): TestClient =>
      Object.assign(new TestClient(running.url), { token: client.token });
    const desks = writers.map(({ client }, index) => {
      const writer = new Writer(at(client), `writer-${index}`);
      return { writer, reader: at(client) };
    });
    const writing = new AbortController();
    const work = Promise.all(desks.map(({ writer }) => writer.write(writing.signal)));
    for (let time = 0; time < KILLS; time += 1) {
      await after(Math.random() * LONGEST_LIFE_MS);
      await running.kill();
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
    const database = await openDatabase({
      at:
        server.databaseUrl === null
          ? { file: `${server.dataFolder}/${DATABASE_FILE}` }
          : { url: server.databaseUrl },
    });
    const lines = await database.all<{ seq: number; recordId: string }>(
      `SELECT "seq", "recordId" FROM "change_log" WHERE "entity" = 'candidate' ORDER BY "seq"`,
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
