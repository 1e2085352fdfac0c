import { execFile, type ExecFileException } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';

const PATIENCE_MS = 20_000;
const ENDING = process.platform === 'win32' ? '.exe' : '';

export interface PostgresqlPrograms {
  pgDump: string;
  pgRestore: string;
}

/** What the programs need of the environment; no key and no token of ours. */
export function environmentFor(address: URL | null): NodeJS.ProcessEnv {
  const kept = /^(PATH|HOME|USERPROFILE|APPDATA|SYSTEMROOT|TMP|TEMP|TMPDIR|LANG|LC_\w+|PG\w+)$/i;
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => kept.test(name)));
  // Everybody on the computer sees the words of a command; the environment of a process only its own user.
  const password = address && (address.searchParams.get('password') ?? decodeURIComponent(address.password));
  if (password) env['PGPASSWORD'] = password;
  return env;
}

/** The address of a database without the password, wherever in it that stands. */
export function withoutPassword(address: URL): URL {
  const bare = new URL(address);
  bare.password = '';
  bare.searchParams.delete('password');
  return bare;
}

/**
 * The programs that make and read a dump.
 * @param given the path of pg_dump in the settings; null for the one on the PATH
 * @param serverVersion of the database, its main number
 * @throws Error with one sentence where they are missing, or older than the database.
 */
export async function findPrograms(given: string | null, serverVersion: number): Promise<PostgresqlPrograms> {
  const pgDump = given ?? onPath('pg_dump');
  if (pgDump === null || !existsSync(pgDump)) {
    throw new Error(
      `${given === null ? 'There is no pg_dump on the PATH' : `There is no ${given}`}. Install the client programs of PostgreSQL ${serverVersion}, or name pg_dump by PG_DUMP.`,
    );
  }
  const version = await versionOf(pgDump);
  if (version < serverVersion) {
    throw new Error(
      `${pgDump} is of PostgreSQL ${version}, and the database of ${serverVersion}. Name a pg_dump of ${serverVersion} or later by PG_DUMP.`,
    );
  }
  const beside = join(dirname(pgDump), `pg_restore${ENDING}`);
  const pgRestore = existsSync(beside) ? beside : onPath('pg_restore');
  if (pgRestore === null) {
    throw new Error(`There is no pg_restore beside ${pgDump}, which checks backups. Install it.`);
  }
  return { pgDump, pgRestore };
}

function onPath(program: string): string | null {
  const folders = (process.env['PATH'] ?? '').split(delimiter).filter(Boolean);
  const found = folders.map((folder) => join(folder, program + ENDING)).find((path) => existsSync(path));
  return found ?? null;
}

async function versionOf(program: string): Promise<number> {
  const said = await run(program, ['--version']);
  const version = Number(/\(PostgreSQL\) (\d+)/.exec(said)?.[1]);
  if (Number.isInteger(version)) return version;
  throw new Error(`${program} does not say its version. Name another pg_dump by PG_DUMP.`);
}

/** What a program of PostgreSQL's prints. @throws Error with its last words. */
export function run(
  program: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv = environmentFor(null),
): Promise<string> {
  return new Promise((resolve, reject) => {
    execFile(
      program,
      [...args],
      { env, timeout: PATIENCE_MS, maxBuffer: 64 * 1024 * 1024, windowsHide: true },
      (error: ExecFileException | null, stdout, stderr) => {
        if (!error) resolve(stdout);
        else reject(new Error(`${program} failed: ${lastWords(stderr) || error.message}`, { cause: error }));
      },
    );
  });
}

export const lastWords = (said: string): string => said.trim().split('\n').at(-1)?.slice(0, 500) ?? '';
