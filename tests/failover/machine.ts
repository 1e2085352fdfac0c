import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import {
  chownSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { installedPostgresql } from '../../server/testing/own-postgresql.ts';
import { PROJECT } from '../../scripts/project.ts';

/** What docs/operations.md has administrators install: the programs run as these users where we are root. */
export const PACKAGES = [
  'postgresql-15',
  'patroni',
  'python3-etcd',
  'etcd-server',
  'haproxy',
  'pgbouncer',
] as const;

/** Passwords that go into the files in the place of those words. */
const PASSWORDS = ['SUPERUSER', 'REPLICATION', 'REWIND'] as const;
export const SUPERUSER_PASSWORD = 'superuser of the test';

type Account = 'postgres' | 'etcd' | 'haproxy';

/** The text of one of our files, each of the words replaced. A word that is not there has been renamed: that is a fault. */
export function fileOf(name: string, words: readonly (readonly [from: string, to: string])[]): string {
  let text = readFileSync(join(PROJECT, 'deploy', 'ha', name), 'utf8');
  for (const [from, to] of words) {
    if (!text.includes(from)) throw new Error(`deploy/ha/${name} does not say ${from}`);
    text = text.replaceAll(from, to);
  }
  return text;
}

/** Starts a program as its own user, in a folder of its own; what it says goes to a file there. */
export function startAs(
  account: Account,
  command: string,
  args: readonly string[],
  folder: string,
  env: Readonly<Record<string, string>> = {},
): ChildProcess {
  const said = openSync(join(folder, `${account}.log`), 'a');
  return spawn(command, args, {
    ...idsOf(account),
    cwd: folder,
    env: { PATH: '/usr/sbin:/usr/bin:/sbin:/bin', HOME: folder, LANG: 'C.UTF-8', ...env },
    stdio: ['ignore', said, said],
  });
}

const isRoot = process.getuid?.() === 0;

function idsOf(account: Account): { uid: number; gid: number } | Record<string, never> {
  if (!isRoot) return {};
  const id = (what: string): number => Number(execFileSync('id', [what, account], { encoding: 'utf8' }));
  return { uid: id('-u'), gid: id('-g') };
}

/** A folder that belongs to the account. */
export function folderOf(account: Account, path: string): string {
  mkdirSync(path, { recursive: true, mode: 0o700 });
  const { uid, gid } = idsOf(account);
  if (uid !== undefined && gid !== undefined) chownSync(path, uid, gid);
  return path;
}

/** One of three machines, on a loopback address of its own: etcd, and PostgreSQL under Patroni. */
export class Machine {
  readonly name: string;
  readonly address: string;
  readonly #data: string;
  readonly #patroniFolder: string;
  readonly #etcdFolder: string;
  readonly #etcdSettings: Record<string, string>;
  #patroni: ChildProcess | undefined;
  #etcd: ChildProcess | undefined;

  /** @param network the first three parts of the addresses */
  constructor(name: string, at: number, network: string, folder: string) {
    this.name = name;
    this.address = `${network}.${11 + at}`;
    this.#patroniFolder = folderOf('postgres', join(folder, `${name}-postgres`));
    this.#etcdFolder = folderOf('etcd', join(folder, `${name}-etcd`));
    this.#data = join(this.#patroniFolder, 'data');
    this.#writePatroniFile(network);
    this.#etcdSettings = this.#readEtcdFile(network);
  }

  get #patroniFile(): string {
    return join(this.#patroniFolder, 'patroni.yml');
  }

  start(): void {
    this.#etcd = startAs('etcd', 'etcd', [], this.#etcdFolder, this.#etcdSettings);
    this.#patroni = startAs('postgres', 'patroni', [this.#patroniFile], this.#patroniFolder);
  }

  /** Ends everything on it as a power cut does, and waits for the end. */
  async kill(): Promise<void> {
    const own = [this.#patroni, this.#etcd].filter((each) => each !== undefined);
    const ended = own.map(endOf);
    const postgres = this.#postgresProcesses();
    for (const pid of [...postgres, ...own.map(({ pid }) => pid ?? 0)]) endNow(pid);
    await Promise.all(ended);
    while (postgres.some((pid) => existsSync(`/proc/${pid}`) && !isZombie(pid)))
      await new Promise((resolve) => setImmediate(resolve));
    this.#patroni = this.#etcd = undefined;
  }

  /** Ends it in good order: Patroni stops its PostgreSQL. */
  async stop(): Promise<void> {
    for (const each of [this.#patroni, this.#etcd]) {
      if (!each) continue;
      const ended = endOf(each);
      each.kill('SIGTERM');
      await ended;
    }
    this.#patroni = this.#etcd = undefined;
  }

  /** PostgreSQL's first process and its children. */
  #postgresProcesses(): number[] {
    const file = join(this.#data, 'postmaster.pid');
    const first = existsSync(file) ? Number(readFileSync(file, 'utf8').split('\n')[0]) : 0;
    if (first === 0 || !existsSync(`/proc/${first}`)) return [];
    return [first, ...childrenOf(first)];
  }

  #writePatroniFile(network: string): void {
    const programs = installedPostgresql().folder ?? '/usr/lib/postgresql/15/bin';
    const text = fileOf('patroni.yml', [
      ['name: one', `name: ${this.name}`],
      ['listen: 10.20.0.11', `listen: ${this.address}`],
      ['connect_address: 10.20.0.11', `connect_address: ${this.address}`],
      // What is sent to a loopback address comes from 127.0.0.1.
      ['10.20.0.0/24', '127.0.0.0/8'],
      ['10.20.0', network],
      ['/usr/lib/postgresql/15/bin', programs],
      ['/var/lib/postgresql/15/placement', this.#data],
      ['/var/lib/postgresql/.pgpass-patroni', join(this.#patroniFolder, 'pgpass')],
      ['/var/run/postgresql', this.#patroniFolder],
      ...PASSWORDS.map((word) => [`${word}-PASSWORD`, `${word.toLowerCase()} of the test`] as const),
    ]);
    writeFileSync(this.#patroniFile, text, { mode: 0o644 });
  }

  #readEtcdFile(network: string): Record<string, string> {
    const lines = fileOf('etcd.conf', [
      ['ETCD_NAME=one', `ETCD_NAME=${this.name}`],
      ['CLIENT_URLS=http://10.20.0.11', `CLIENT_URLS=http://${this.address}`],
      ['PEER_URLS=http://10.20.0.11', `PEER_URLS=http://${this.address}`],
      ['10.20.0', network],
      ['/var/lib/etcd/placement', join(this.#etcdFolder, 'data')],
    ]).split('\n');
    return Object.fromEntries(
      lines.flatMap((line) => {
        const [, name, value] = /^(\w+)=(.*)$/.exec(line) ?? [];
        return name === undefined || value === undefined ? [] : [[name, value] as const];
      }),
    );
  }
}

export function endOf(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve();
  return new Promise((resolve) => child.once('exit', () => resolve()));
}

function endNow(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has ended by itself.
  }
}

/** What stands behind a process's name in /proc. */
function statOf(pid: number | string): string[] {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
  } catch {
    return [];
  }
}

const isZombie = (pid: number): boolean => statOf(pid)[0] === 'Z';

const childrenOf = (parent: number): number[] =>
  readdirSync('/proc').flatMap((name) =>
    /^\d+$/.test(name) && Number(statOf(name)[1]) === parent ? [Number(name)] : [],
  );
