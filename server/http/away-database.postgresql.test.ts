import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { PATHS, PROTOCOL_VERSION } from '#shared/protocol/sync.ts';
import { SERVER_PROGRAM } from '../../tests/product/processes.ts';
import { newCandidate } from '../testing/client.ts';
import { newDatabaseWithTables } from '../testing/postgresql.ts';
import { startTestServer } from '../testing/server.ts';
import { Way } from '../testing/way.ts';
import { eventually } from '../../tests/product/eventually.ts';

let folder: string;
let database: Awaited<ReturnType<typeof newDatabaseWithTables>>;
let way: Way;
let child: ChildProcess | undefined;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'placement-away-'));
  database = await newDatabaseWithTables();
  way = new Way(database.url);
  await way.mend();
});
afterEach(async () => {
  const running = child;
  child = undefined;
  if (running && running.exitCode === null) {
    const ended = new Promise((resolve) => running.once('exit', resolve));
    running.kill('SIGKILL');
    await ended;
  }
  way.cut();
  await database.drop();
  rmSync(folder, { recursive: true, force: true });
});

test('while the database is away the server says so, and its log once; when it is back it goes on', async () => {
  child = spawn(process.execPath, [SERVER_PROGRAM, '--data', folder, '--port', '0'], {
    env: { ...process.env, DATABASE_URL: way.url, LOG_LEVEL: 'warn' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  child.stdout?.on('data', (chunk: Buffer) => (said += chunk.toString()));
  child.stderr?.on('data', (chunk: Buffer) => (said += chunk.toString()));
  const listening = /Listening on (http:\/\/127\.0\.0\.1:\d+)/;
  await expect.poll(() => listening.test(said), { timeout: 60_000 }).toBe(true);
  const url = listening.exec(said)?.[1] ?? '';
  const health = (): Promise<Response> => fetch(url + PATHS.health);
  expect((await health()).status).toBe(200);

  const before = said.length;
  way.cut();
  await expect.poll(async () => (await health()).status, { timeout: 60_000 }).toBe(503);
  expect(await (await health()).json()).toMatchObject({ status: 'database-away', engine: 'postgresql' });
  for (let call = 0; call < 100; call += 1) {
    const answer =
      call % 2 === 0
        ? await health()
        : await fetch(url + PATHS.login, {
            method: 'POST',
            headers: { 'content-type': 'application/json' },
            body: JSON.stringify({ email: 'a@b.test', password: 'any at all' }),
          });
    expect(answer.status).toBe(503);
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
  }
  await way.mend();
  await expect.poll(async () => (await health()).status, { timeout: 60_000 }).toBe(200);
  await expect.poll(() => said.slice(before), { timeout: 60_000 }).toContain('the database is back');
  const lines = said.slice(before).trim().split('\n');
  expect(lines.map((line) => (JSON.parse(line) as { msg: string }).msg)).toEqual([
    'the database is away: calls are refused until it is back',
    'the database is back',
  ]);
});

test('a write that the log is not free for in time is refused, to be tried again, and is applied once', async () => {
  const server = await startTestServer();
  const holder = new pg.Client({ connectionString: server.databaseUrl ?? '' });
  await holder.connect();
  try {
    const admin = await server.signIn('Admin');
    await holder.query('BEGIN');
    await holder.query('SELECT * FROM "log_position" FOR UPDATE');
    const create = newCandidate('waiting');
    const push = { protocol: PROTOCOL_VERSION, operations: [create] };
    const refused = await admin.post(PATHS.push, push);
    expect(refused.status).toBe(503);
    expect(refused.body).toMatchObject({ code: 'unavailable' });
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    await holder.query('ROLLBACK');
    const [result] = await admin.push(create);
    expect(await admin.push(create)).toEqual([result]);
    const lines = await server.database.all(`SELECT 1 FROM "change_log" WHERE "recordId" = 'waiting'`);
    expect(lines).toHaveLength(1);
  } finally {
    await holder.end();
    await server.stop();
  }
});

test('a write whose connection is lost in the middle is refused, to be tried again, and is applied once', async () => {
  const server = await startTestServer();
  const direct = new pg.Client({ connectionString: server.databaseUrl ?? '' });
  await direct.connect();
  try {
    const admin = await server.signIn('Admin');
    await direct.query('BEGIN');
    await direct.query('SELECT * FROM "log_position" FOR UPDATE');
    const create = newCandidate('lost');
    const refused = admin.post(PATHS.push, { protocol: PROTOCOL_VERSION, operations: [create] });
    await eventually(async () => {
      const ended = await direct.query(
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
      );
      expect(ended.rowCount).toBe(1);
    });
    expect((await refused).status).toBe(503);
    await direct.query('ROLLBACK');
    const [result] = await eventually(() => admin.push(create));
    expect(await admin.push(create)).toEqual([result]);
  } finally {
    await direct.end();
    await server.stop();
  }
});
