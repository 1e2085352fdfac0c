import { type ChildProcess } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { until } from '../../electron/desk/testing/until.ts';
import { endOf, fileOf, folderOf, Machine, startAs, SUPERUSER_PASSWORD } from './machine.ts';

const NAMES = ['one', 'two', 'three'] as const;
const PASSWORD = 'placement-of-the-test';
/** The machine whose server reaches the database by PgBouncer in transaction mode. */
const POOLED = 1;
/** A machine that comes back may have to fetch the whole database anew. */
const PATIENCE_MS = 180_000;

interface Member {
  name: string;
  role: string;
  state: string;
  lag?: number | string;
}

/**
 * Three machines as docs/operations.md has them, each on a loopback address of its own: etcd and PostgreSQL under Patroni
 * on all, haproxy on the first two, PgBouncer on the second.
 */
export class Cluster {
  readonly #folder: string;
  readonly machines: readonly Machine[];
  readonly #proxies: ChildProcess[] = [];

  private constructor(folder: string, machines: readonly Machine[]) {
    this.#folder = folder;
    this.machines = machines;
  }

  static async start(): Promise<Cluster> {
    // Everybody may enter: each program has a folder of its own in it, and runs as its own user.
    const folder = mkdtempSync(join(tmpdir(), 'placement-failover-'));
    chmodSync(folder, 0o711);
    const network = `127.${20 + Math.floor(Math.random() * 200)}.${Math.floor(Math.random() * 250)}`;
    const cluster = new Cluster(
      folder,
      NAMES.map((name, at) => new Machine(name, at, network, folder)),
    );
    for (const machine of cluster.machines) machine.start();
    cluster.#startProxies(network);
    cluster.#startPooler();
    await cluster.whole();
    await cluster.#makeDatabase();
    return cluster;
  }

  /** The database as whoever is on that machine reaches it. */
  databaseUrl(at: number): string {
    return `postgres://placement:${PASSWORD}@${this.#addressOf(at)}:6432/placement`;
  }

  /** Where the database is, in the settings of a server of ours: on the second machine it is behind PgBouncer. */
  databaseSettings(at: number): Record<string, string> {
    const direct = this.databaseUrl(at);
    if (at !== POOLED) return { DATABASE_URL: direct };
    return { DATABASE_URL: direct.replace(':6432', ':6543'), DATABASE_DIRECT_URL: direct };
  }

  /** The address for everybody, by the haproxy of that machine. */
  officeUrl(at: number): string {
    return `http://${this.#addressOf(at)}:8080`;
  }

  get addresses(): string[] {
    return this.machines.map(({ address }) => address);
  }

  async primary(): Promise<Machine> {
    const name = (await this.#members())?.find(({ role }) => role === 'leader')?.name;
    const machine = this.machines.find((each) => each.name === name);
    if (!machine) throw new Error('There is no primary');
    return machine;
  }

  /** Waits until every machine has a PostgreSQL that follows the primary, one of them synchronously. */
  async whole(): Promise<void> {
    let last: Member[] | undefined;
    await until(
      'all three machines in step',
      async () => (last = await this.#members()) && isWhole(last),
      PATIENCE_MS,
    ).catch((error: unknown) => {
      throw new Error(`The machines in ${this.#folder}: ${JSON.stringify(last)}`, { cause: error });
    });
  }

  async end(): Promise<void> {
    for (const proxy of this.#proxies) {
      const ended = endOf(proxy);
      proxy.kill('SIGTERM');
      await ended;
    }
    for (const machine of this.machines) await machine.kill();
    rmSync(this.#folder, { recursive: true, force: true });
  }

  /** As the first Patroni that answers knows them. */
  async #members(): Promise<Member[] | undefined> {
    for (const { address } of this.machines) {
      try {
        const answer = await fetch(`http://${address}:8008/cluster`, { signal: AbortSignal.timeout(2_000) });
        return ((await answer.json()) as { members: Member[] }).members;
      } catch {
        // That machine is down.
      }
    }
    return undefined;
  }

  #startProxies(network: string): void {
    for (let at = 0; at < 2; at += 1) {
      const folder = folderOf('haproxy', join(this.#folder, `haproxy-${at}`));
      const file = join(folder, 'haproxy.cfg');
      const text = fileOf('haproxy.cfg', [
        ['bind 127.0.0.1', `bind ${this.#addressOf(at)}`],
        ['10.20.0', network],
      ]);
      writeFileSync(file, text);
      this.#proxies.push(startAs('haproxy', 'haproxy', ['-db', '-f', file], folder));
    }
  }

  #startPooler(): void {
    const folder = folderOf('postgres', join(this.#folder, 'pgbouncer'));
    const users = join(folder, 'userlist.txt');
    writeFileSync(users, `"placement" "${PASSWORD}"\n`);
    const file = join(folder, 'pgbouncer.ini');
    const text = fileOf('pgbouncer.ini', [
      ['host=127.0.0.1', `host=${this.#addressOf(POOLED)}`],
      ['listen_addr = 127.0.0.1', `listen_addr = ${this.#addressOf(POOLED)}`],
      ['/etc/pgbouncer/userlist.txt', users],
    ]);
    writeFileSync(file, text);
    this.#proxies.push(startAs('postgres', 'pgbouncer', [file], folder));
  }

  /** As docs/operations.md says: by hand, on the primary. */
  async #makeDatabase(): Promise<void> {
    const { address } = await this.primary();
    const connectionString = `postgres://postgres:${encodeURIComponent(SUPERUSER_PASSWORD)}@${address}:5432/postgres`;
    const client = new pg.Client({ connectionString });
    await client.connect();
    await client.query(`CREATE ROLE placement LOGIN PASSWORD '${PASSWORD}'`);
    for (const limit of ['statement_timeout', 'idle_in_transaction_session_timeout'])
      await client.query(`ALTER ROLE placement SET ${limit} = '20s'`);
    await client.query(`CREATE DATABASE placement OWNER placement ENCODING 'UTF8' TEMPLATE template0`);
    await client.end();
  }

  #addressOf(at: number): string {
    return this.machines[at]?.address ?? '';
  }
}

const RUNNING: readonly string[] = ['running', 'streaming'];

const isWhole = (members: readonly Member[]): boolean =>
  members.length === NAMES.length &&
  members.every(({ state, lag }) => RUNNING.includes(state) && (lag === undefined || lag === 0)) &&
  (['leader', 'sync_standby', 'replica'] as const).every((role) =>
    members.some((each) => each.role === role),
  );
