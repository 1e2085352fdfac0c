import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { PASSWORD_KEY } from '../tests/product/processes.ts';
import { readConfiguration } from './configuration/configuration.ts';
import { answerFirstStart, type FirstStartAnswer } from './first-admin.ts';
import { startServer, type RunningServer } from './server.ts';
import { TestClient } from './testing/client.ts';
import { newDatabase, onPostgresql } from './testing/postgresql.ts';
import { CHEAP } from './testing/server.ts';

/** With a sign that turns around what stands behind it. */
const PERSON = {
  name: ' \u202EAsha Rao ',
  email: 'asha.rao@office.test',
  password: 'seven green parrots sing',
};

let folder: string;
let server: RunningServer;
let postgresql: Awaited<ReturnType<typeof newDatabase>> | null;
let answer: ReturnType<typeof answerFirstStart>;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'placement-first-'));
  postgresql = onPostgresql() ? await newDatabase() : null;
  const given = readConfiguration(['--data', folder, '--port', '0'], { PASSWORD_KEY });
  server = await startServer(
    { ...given, databaseUrl: postgresql?.url ?? null, passwordCost: CHEAP, logLevel: 'silent' },
    {
      prepare: async (database, passwords) => {
        answer = answerFirstStart(database, passwords);
      },
    },
  );
});
afterEach(async () => {
  await server.close();
  await postgresql?.drop();
  rmSync(folder, { recursive: true, force: true });
});

const isFirst = async (): Promise<unknown> => (await answer({ type: 'is-first-start', id: 1 }))?.result;
const make = (person: object): Promise<FirstStartAnswer | undefined> =>
  answer({ type: 'make-first-admin', id: 2, ...person });

test('a server without users has its first administrator made, once', async () => {
  expect(await isFirst()).toBe('yes');
  expect(await make(PERSON)).toEqual({ type: 'answer', id: 2, result: null });
  expect(await isFirst()).toBeNull();
  const client = new TestClient(server.url);
  const { user } = await client.signIn(PERSON.email, PERSON.password, 'desk');
  expect(user).toMatchObject({ name: 'Asha Rao', role: 'Super Admin' });
  const { body } = await client.get('/api/audit?action=user-created');
  expect(body).toMatchObject([{ by: null, detail: { through: 'first-start' } }]);
  expect((await make({ ...PERSON, email: 'second@office.test' }))?.result).toContain('set up already');
  await expect(client.signIn('second@office.test', PERSON.password, 'desk')).rejects.toThrow();
});

test('of two asked for at the same moment one is made', async () => {
  const answers = await Promise.all([make(PERSON), make({ ...PERSON, email: 'second@office.test' })]);
  expect(answers.map((each) => each?.result === null)).toEqual([true, false]);
});

test('a deleted user counts as one: who deletes the last is not made administrator by it', async () => {
  await make(PERSON);
  await server.database.write(async (trx) => {
    await trx.all(`UPDATE "user" SET "deletedAt" = ?`, [new Date().toISOString()]);
  });
  expect(await isFirst()).toBeNull();
  expect((await make({ ...PERSON, email: 'second@office.test' }))?.result).toContain('set up already');
});

test('one that is cut short leaves nobody behind, and can be done again', async () => {
  const rename = (from: string, to: string): Promise<unknown> =>
    server.database.write((trx) => trx.all(`ALTER TABLE "${from}" RENAME TO "${to}"`));
  // What is written last finds no place, as on a disk that is full by then.
  await rename('audit_log', 'away');
  await expect(make(PERSON)).rejects.toThrow('audit_log');
  await rename('away', 'audit_log');
  expect(await isFirst()).toBe('yes');
  expect((await make(PERSON))?.result).toBeNull();
  await new TestClient(server.url).signIn(PERSON.email, PERSON.password, 'desk');
});

test.each([
  [{ name: ' ' }, 'name'],
  [{ name: '\u202E\u200B' }, 'name'],
  [{ email: 'nobody' }, 'email'],
  [{ password: 'short' }, 'password'],
  [{ password: 'asha.rao@office.test' }, 'password'],
])('%j is refused with a sentence, and nothing is made', async (wrong, about) => {
  expect((await make({ ...PERSON, ...wrong }))?.result).toMatch(new RegExp(about, 'i'));
  expect(await isFirst()).toBe('yes');
});

test.each([[{ type: 'shutdown' }], ['text'], [null], [{ type: 'make-first-admin', id: 1 }]])(
  'the message %j is none of its own',
  async (message) => {
    expect(await answer(message)).toBeUndefined();
    expect(await isFirst()).toBe('yes');
  },
);
