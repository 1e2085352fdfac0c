import { execFileSync, spawn } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import pg from 'pg';

/** A PostgreSQL of which this computer has pg_dump too: that of the other tests comes without it, and may be newer. */
export interface OwnPostgresql {
  /** Address of its database, with its password. */
  url: string;
  stop(): Promise<void>;
}

const onPath = (program: string): string | undefined =>
  (process.env['PATH'] ?? '')
    .split(delimiter)
    .map((folder) => join(folder, program))
    .find((path) => existsSync(path));

const mainVersion = (program: string): number =>
  Number(/\(PostgreSQL\) (\d+)/.exec(execFileSync(program, ['--version'], { encoding: 'utf8' }))?.[1]);

/** Folder of the programs of a whole PostgreSQL of pg_dump's version; null where there is none, and `why`. */
export function installedPostgresql(): { folder: string; why: null } | { folder: null; why: string } {
  const pgDump = onPath('pg_dump');
  if (pgDump === undefined) return { folder: null, why: 'no pg_dump on this computer' };
  const folder = `/usr/lib/postgresql/${mainVersion(pgDump)}/bin`;
  if (existsSync(join(folder, 'initdb'))) return { folder, why: null };
  return { folder: null, why: 'no PostgreSQL of the version of pg_dump on this computer' };
}

/** Starts one that nobody else uses. */
export async function startOwnPostgresql(programs: string, password: string): Promise<OwnPostgresql> {
  const folder = mkdtempSync(join(tmpdir(), 'placement-own-postgresql-'));
  // It refuses to run as root.
  const id = (what: string): number => Number(execFileSync('id', [what, 'postgres'], { encoding: 'utf8' }));
  const other = process.getuid?.() === 0 ? { uid: id('-u'), gid: id('-g') } : null;
  const user = other ?? {};
  const secret = join(folder, 'password');
  writeFileSync(secret, `${password}\n`);
  for (const path of other ? [folder, secret] : []) chownSync(path, other?.uid ?? 0, other?.gid ?? 0);
  const data = join(folder, 'data');
  execFileSync(
    join(programs, 'initdb'),
    [
      '-D',
      data,
      '-U',
      'postgres',
      '--auth=scram-sha-256',
      `--pwfile=${secret}`,
      '--encoding=UTF8',
      '--locale=C.UTF-8',
    ],
    { ...user, cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] },
  );
  const port = await freePort();
  const child = spawn(
    join(programs, 'postgres'),
    ['-D', data, '-p', String(port), '-k', folder, '-c', 'listen_addresses=127.0.0.1', '-c', 'fsync=off'],
    { ...user, cwd: folder, stdio: 'ignore' },
  );
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const url = `postgres://postgres:${encodeURIComponent(password)}@127.0.0.1:${port}/postgres`;
  await whenReady(url);
  return {
    url,
    stop: async () => {
      // Fast: whoever is connected is let go.
      child.kill('SIGINT');
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function whenReady(url: string): Promise<void> {
  for (let left = 100; ; left -= 1) {
    const client = new pg.Client({ connectionString: url });
    try {
      await client.connect();
      await client.end();
      return;
    } catch (error) {
      if (left === 0) throw error;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
}

async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve));
  const { port } = probe.address() as AddressInfo;
  await new Promise((resolve) => probe.close(resolve));
  return port;
}
