import { spawn, type ChildProcess } from 'node:child_process';
import { createInterface } from 'node:readline';
import { setTimeout as after } from 'node:timers/promises';
import { PROJECT } from '../../scripts/project.ts';
import { temporaryFolder } from '../../electron/desk/testing/test-desk.ts';
import { PASSWORD_KEY } from '../product/processes.ts';
import type { Cluster } from './cluster.ts';
import { endOf } from './machine.ts';

const PORT = 5701;
/** As the unit of systemd has it. */
const RESTART_AFTER_MS = 2_000;

/** Two servers of ours on one database, on the first two machines; each is started again when it ends, as by systemd. */
export class Office {
  readonly #cluster: Cluster;
  readonly #data = temporaryFolder();
  readonly #servers: (ChildProcess | undefined)[] = [];
  #isOver = false;
  /** Lines of the servers' logs. */
  readonly said: string[] = [];
  /** Servers that ended by themselves after they had listened. */
  readonly crashes: string[] = [];

  constructor(cluster: Cluster) {
    this.#cluster = cluster;
  }

  /** The servers' own addresses, as a join code has them. */
  get urls(): string[] {
    return this.#cluster.addresses.slice(0, 2).map((address) => `http://${address}:${PORT}`);
  }

  async start(): Promise<void> {
    // The first one makes the tables and the demo data.
    for (const at of [0, 1]) await this.#keep(at);
  }

  /** Ends one as a power cut does. */
  async kill(at: number): Promise<void> {
    const server = this.#servers[at];
    if (!server) return;
    const ended = endOf(server);
    server.kill('SIGKILL');
    await ended;
  }

  async end(): Promise<void> {
    this.#isOver = true;
    for (const server of this.#servers) {
      if (!server) continue;
      const ended = endOf(server);
      server.kill('SIGTERM');
      await ended;
    }
    this.#data.remove();
  }

  /** Starts it, and again when it has ended; done when it listens. */
  #keep(at: number): Promise<void> {
    return new Promise((resolve) => {
      const run = async (): Promise<void> => {
        while (!this.#isOver) {
          const server = this.#spawn(at);
          this.#servers[at] = server;
          let listened = false;
          createInterface({ input: server.stdout ?? process.stdin }).on('line', () => {
            listened = true;
            resolve();
          });
          createInterface({ input: server.stderr ?? process.stdin }).on('line', (line) =>
            this.said.push(line),
          );
          await endOf(server);
          if (listened && !this.#isOver && server.signalCode === null)
            this.crashes.push(`server ${at} ended with ${server.exitCode}`);
          await after(RESTART_AFTER_MS);
        }
      };
      void run();
    });
  }

  #spawn(at: number): ChildProcess {
    const { addresses } = this.#cluster;
    return spawn(process.execPath, ['out/main/server.js', '--data', this.#data.path, '--demo'], {
      cwd: PROJECT,
      env: {
        ...process.env,
        PASSWORD_KEY,
        ...this.#cluster.databaseSettings(at),
        SERVER_HOST: addresses[at],
        SERVER_PORT: String(PORT),
        TRUST_PROXY: '127.0.0.1',
        ALLOWED_HOSTS: addresses.join(','),
        ANNOUNCE: 'off',
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
  }
}
