import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { PASSWORD_KEY } from '../../tests/product/processes.ts';
import { defaults } from '../configuration/configuration.ts';
import { bulkLoad } from '../database/bulk-load.ts';
import { startServer, type RunningServer } from '../server.ts';
import { installedPostgresql, startOwnPostgresql, type OwnPostgresql } from '../testing/own-postgresql.ts';
import { CHEAP } from '../testing/server.ts';
import { newDatabase } from '../testing/postgresql.ts';
import { backUp } from './back-up.ts';
import { readManifest } from './manifest.ts';
import { withoutPassword } from './postgresql-programs.ts';
import { dumpOfPostgresql } from './postgresql-copy.ts';
import { restore } from './restore.ts';

// Told by no command line.
const PASSWORD = 'a p@ss/word %41';
const installed = installedPostgresql();

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'placement-dump-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** What docs/operations.md has psql do after a restore. */
function statementsOfThePage(): string[] {
  const page = readFileSync(join(import.meta.dirname, '../../docs/operations.md'), 'utf8');
  const [, script = ''] = /^pg_restore ([^]*?)^```/m.exec(page) ?? [];
  return [...script.matchAll(/ -c "(.*)"(?: \\)?$/gm)].map(([, sql = '']) => sql.replaceAll('\\"', '"'));
}

/** A program that says a version, and notes with what it was called. */
function pretend(version: string): string {
  const path = join(folder, 'pg_dump');
  writeFileSync(path, `#!/bin/sh\necho "$@" >> '${folder}/called'\necho 'pg_dump (PostgreSQL) ${version}'\n`);
  chmodSync(path, 0o755);
  return path;
}

test('a pg_dump that is missing or too old is told of, with what to do', async () => {
  const database = await newDatabase();
  const into = join(folder, 'backups');
  const make = (pgDump: string | null): Promise<unknown> =>
    backUp(folder, into, { copyDatabase: dumpOfPostgresql(database.url, pgDump) });
  await expect(make(join(folder, 'nowhere'))).rejects.toThrow(
    /^There is no .*nowhere. Install the client programs of PostgreSQL \d+, or name pg_dump by PG_DUMP.$/,
  );
  await expect(make(pretend('9.6.1'))).rejects.toThrow(
    /is of PostgreSQL 9, and the database of \d+. Name a pg_dump of \d+ or later by PG_DUMP.$/,
  );
  expect(readdirSync(into)).toEqual([]);
  const away = new URL(database.url);
  away.port = '1';
  await expect(backUp(folder, into, { copyDatabase: dumpOfPostgresql(away.href, null) })).rejects.toThrow(
    'The database cannot be reached for its backup',
  );
  await database.drop();
});

describe.skipIf(installed.folder === null)(
  `with pg_dump (else skipped: ${installed.why ?? 'it is here'})`,
  () => {
    let postgresql: OwnPostgresql;
    let server: RunningServer;
    let data: string;
    const programs = installed.folder ?? '';
    const program = (name: string): string => join(programs, name);

    beforeAll(async () => {
      postgresql = await startOwnPostgresql(programs, PASSWORD);
    });
    afterAll(() => postgresql.stop());
    beforeEach(async () => {
      data = join(folder, 'data');
      server = await startServer(
        {
          ...defaults,
          port: 0,
          dataFolder: data,
          databaseUrl: postgresql.url,
          pgDump: program('pg_dump'),
          backupFolder: join(folder, 'backups'),
          logLevel: 'silent',
          passwordCost: CHEAP,
          passwordKey: PASSWORD_KEY,
        },
        {
          prepare: async (database) =>
            void (await bulkLoad(database, 'user', [
              { _id: `user-${Date.now()}`, name: 'Asha', email: `${Date.now()}@a.test` },
            ])),
        },
      );
    });
    afterEach(() => server.close());

    test('the server dumps its database with the files and whom was erased, and what is restored is all of it', async () => {
      mkdirSync(join(data, 'files', 'ab'), { recursive: true });
      writeFileSync(join(data, 'files', 'ab', 'cdef'), 'a picture');
      writeFileSync(join(data, 'erased'), `\n${'a'.repeat(64)}\n`);
      await server.backups.make();
      const into = join(folder, 'backups');
      expect(await server.backups.status()).toMatchObject({
        failed: null,
        count: 1,
        last: { checked: true },
      });
      const [name = ''] = readdirSync(into).filter((each) => each.startsWith('backup-'));
      const backup = join(into, name);
      expect(readdirSync(backup).sort()).toEqual(['backup.json', 'backup.seal', 'files', 'placement.dump']);
      expect(readFileSync(join(backup, 'files', 'ab', 'cdef'), 'utf8')).toBe('a picture');
      expect(readFileSync(join(into, 'erased'), 'utf8')).toContain('a'.repeat(64));
      const manifest = readManifest(backup);
      expect(manifest).toMatchObject({ format: 2, seq: await server.database.seq() });
      await expect(restore(backup, join(folder, 'restored'))).rejects.toThrow('Restore it with pg_restore');

      const admin = new pg.Client({ connectionString: postgresql.url });
      await admin.connect();
      await admin.query('CREATE DATABASE "restored"');
      const env = { ...process.env, PGPASSWORD: PASSWORD };
      const address = new URL(postgresql.url);
      address.password = '';
      address.pathname = '/restored';
      execFileSync(
        program('pg_restore'),
        [`--dbname=${address.href}`, '--no-owner', '--exit-on-error', join(backup, 'placement.dump')],
        { env },
      );
      address.password = encodeURIComponent(PASSWORD);
      const restored = new pg.Client({ connectionString: address.href });
      await restored.connect();
      for (const [table, count] of Object.entries(manifest.tables)) {
        const { rows } = await restored.query<{ count: number }>(
          `SELECT COUNT(*)::int AS "count" FROM "${table}"`,
        );
        expect([table, rows[0]?.count]).toEqual([table, count]);
      }
      await restored.query(`INSERT INTO "releases" VALUES ('9.9.9', '2026-01-01', 'pilots', 1, '[]', 1)`);
      await restored.query(
        `INSERT INTO "join_codes" ("id", "tokenHash", "madeAt", "endsAt", "uses", "used") VALUES ('code', 'x', '2026-01-01', '2099-01-01', 1, 0)`,
      );
      await restored.query(
        `INSERT INTO "sessions" ("id", "userId", "createdAt", "expiresAt", "generation", "seenGeneration") VALUES ('open', 'user', '2026-01-01', '2099-01-01', 0, 0)`,
      );
      for (const statement of statementsOfThePage()) await restored.query(statement);
      const all = async (sql: string): Promise<unknown[]> => (await restored.query<object>(sql)).rows;
      expect(await all('SELECT "stage", "byItself"::int FROM "releases"')).toEqual([
        { stage: 'halted', byItself: 0 },
      ]);
      expect(await all('SELECT * FROM "join_codes"')).toEqual([]);
      expect(await all('SELECT "endReason" FROM "sessions" WHERE "endedAt" IS NOT NULL')).toEqual([
        { endReason: 'restored' },
      ]);
      const meta = await all(
        `SELECT "name", "value" FROM "meta" WHERE "name" IN ('epoch', 'epochFrom') ORDER BY "name"`,
      );
      expect(meta).toEqual([
        { name: 'epoch', value: expect.not.stringMatching(server.database.epoch) as string },
        { name: 'epochFrom', value: String(manifest.seq) },
      ]);
      await restored.end();
      await admin.query('DROP DATABASE "restored"');
      await admin.end();

      const dump = join(backup, 'placement.dump');
      const bytes = readFileSync(dump);
      bytes.writeUInt8(bytes.readUInt8(bytes.length - 1) ^ 1, bytes.length - 1);
      writeFileSync(dump, bytes);
      await expect(restore(backup, join(folder, 'restored'))).rejects.toThrow('placement.dump of the backup');
    });

    test('the password is in no command, and the keys of the server in no environment', async () => {
      // Stands in front of the real one, and notes what everybody on the computer could see.
      const path = join(folder, 'pg_dump');
      writeFileSync(
        path,
        `#!/bin/sh\necho "$@" >> '${folder}/called'\nenv >> '${folder}/environment'\nexec '${program('pg_dump')}' "$@"\n`,
      );
      chmodSync(path, 0o755);
      process.env['METRICS_TOKEN'] = 'token-of-the-test';
      const copyDatabase = dumpOfPostgresql(postgresql.url, path);
      await backUp(data, join(folder, 'here'), { copyDatabase });
      // The driver takes it there too.
      const asked = withoutPassword(new URL(postgresql.url));
      asked.searchParams.set('password', PASSWORD);
      const other = dumpOfPostgresql(asked.href, path);
      await backUp(data, join(folder, 'there'), { copyDatabase: other });
      delete process.env['METRICS_TOKEN'];
      const called = readFileSync(join(folder, 'called'), 'utf8');
      expect(called).toContain('--format=custom');
      const inQuery = new URLSearchParams({ password: PASSWORD }).toString();
      for (const secret of [PASSWORD, encodeURIComponent(PASSWORD), inQuery, 'password='])
        expect(called).not.toContain(secret);
      const environment = readFileSync(join(folder, 'environment'), 'utf8');
      expect(environment).toContain(`PGPASSWORD=${PASSWORD}`);
      expect(environment).not.toMatch(/token-of-the-test|PASSWORD_KEY|DATABASE_URL/);
    });

    test('limits of the role, as for PgBouncer, end no backup that takes longer', async () => {
      const path = join(folder, 'pg_dump');
      const go = join(folder, 'go');
      writeFileSync(
        path,
        `#!/bin/sh\nif [ "$1" != --version ]; then while [ ! -e '${go}' ]; do sleep 0.1; done; fi\nexec '${program('pg_dump')}' "$@"\n`,
      );
      chmodSync(path, 0o755);
      const [admin, holder] = [0, 1].map(() => new pg.Client({ connectionString: postgresql.url })) as [
        pg.Client,
        pg.Client,
      ];
      await Promise.all([admin.connect(), holder.connect()]);
      const limits = ['statement_timeout', 'idle_in_transaction_session_timeout'];
      let why: string | null | undefined;
      /** Until its connection has stood so for longer than the limit, or the backup has failed. */
      const longIn = (state: string): Promise<unknown> =>
        vi.waitUntil(
          async () => {
            const { rows } = await admin.query(
              `SELECT 1 FROM pg_stat_activity WHERE "application_name" = 'placement-desk backup'
                 AND "state" = $1 AND now() - "state_change" > interval '1.5 s'`,
              [state],
            );
            return rows.length > 0 || why !== undefined;
          },
          { timeout: 60_000 },
        );
      try {
        for (const name of limits) await admin.query(`ALTER ROLE postgres SET ${name} = '1s'`);
        await holder.query('BEGIN');
        // Whoever counts waits for it.
        await holder.query('LOCK TABLE "candidate"');
        const made = backUp(data, join(folder, 'here'), {
          copyDatabase: dumpOfPostgresql(postgresql.url, path),
        }).then(
          () => (why = null),
          (error: unknown) => (why = String(error)),
        );
        await longIn('active');
        await holder.query('ROLLBACK');
        await longIn('idle in transaction');
        writeFileSync(go, '');
        expect(await made).toBeNull();
      } finally {
        writeFileSync(go, '');
        for (const name of limits) await admin.query(`ALTER ROLE postgres RESET ${name}`);
        await Promise.all([admin.end(), holder.end()]);
      }
    });

    test('a pg_dump that hangs is ended and told of, and leaves nothing', async () => {
      const path = join(folder, 'pg_dump');
      writeFileSync(
        path,
        `#!/bin/sh\nif [ "$1" = --version ]; then exec '${program('pg_dump')}' --version; fi\nexec sleep 10000\n`,
      );
      chmodSync(path, 0o755);
      const copyDatabase = dumpOfPostgresql(postgresql.url, path, 300);
      await expect(backUp(data, join(folder, 'here'), { copyDatabase })).rejects.toThrow(
        /^pg_dump has said nothing for long/,
      );
      expect(readdirSync(join(folder, 'here'))).toEqual([]);
    });

    test('what pg_dump leaves half is no backup', async () => {
      const path = join(folder, 'pg_dump');
      const half = (end: string): void => {
        writeFileSync(
          path,
          `#!/bin/sh\nif [ "$1" = --version ]; then exec '${program('pg_dump')}' --version; fi\n'${program('pg_dump')}' "$@" | head -c 2000\n${end}\n`,
        );
        chmodSync(path, 0o755);
      };
      const into = join(folder, 'here');
      const make = (): Promise<unknown> =>
        backUp(data, into, { copyDatabase: dumpOfPostgresql(postgresql.url, path) });
      half("echo 'pg_dump: error: the connection was lost' >&2\nexit 1");
      await expect(make()).rejects.toThrow('pg_dump failed: pg_dump: error: the connection was lost');
      // It says nothing: what pg_restore cannot read is found by that.
      half('exit 0');
      await expect(make()).rejects.toThrow(/pg_restore failed|does not hold the table/);
      expect(readdirSync(into)).toEqual([]);
      expect(existsSync(join(data, 'signing-secret'))).toBe(true);
    });
  },
);
