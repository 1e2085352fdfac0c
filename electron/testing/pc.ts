import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SERVER_PROGRAM } from '../../tests/product/processes.ts';
import { memoryKeychain, TestDesk } from '../desk/testing/test-desk.ts';
import { keptDeskId } from '../desk/storage/data-folders.ts';
import { runEmbeddedServer } from '../embedded-server.ts';
import { OwnServer } from '../own-server.ts';
import { runServerCommand } from '../server-command.ts';
import type { ServerProcess } from '../server-process.ts';

export const ADMIN = {
  name: 'Asha Rao',
  email: 'asha.rao@office.example',
  password: 'seven green parrots sing',
};

/** A PC that began alone: its own server as a real process, and its desk, put together as main does. */
export class Pc {
  readonly folder = mkdtempSync(join(tmpdir(), 'placement-pc-'));
  readonly moves: string[] = [];
  /** What the user answers where the data is to be written to. */
  choose: () => Promise<string | null> = async () => null;
  readonly #keychain = memoryKeychain();
  readonly #pids: number[] = [];
  #desk: TestDesk | undefined;
  #server: OwnServer | undefined;

  get server(): OwnServer {
    if (!this.#server) throw new Error('The PC is off.');
    return this.#server;
  }

  get desk(): TestDesk {
    if (!this.#desk) throw new Error('The PC is off.');
    return this.#desk;
  }

  get serverFolder(): string {
    return join(this.folder, 'server');
  }

  get serverPid(): number {
    return this.#pids.at(-1) ?? 0;
  }

  /** How often the server was started. */
  get starts(): number {
    return this.#pids.length;
  }

  async turnOn(
    options: { demo?: boolean; env?: NodeJS.ProcessEnv; lookAgainMs?: number } = {},
  ): Promise<void> {
    const { demo = false, env = {}, lookAgainMs = NEVER_MS } = options;
    const start = (args: string[]): ServerProcess => this.#start(args, env);
    this.#server = new OwnServer({
      dataFolder: this.folder,
      run: (more) => runEmbeddedServer(start, this.serverFolder, () => undefined, { demo, ...more }),
      makeKey: () =>
        runServerCommand(() => start(['--embedded', '--new-server-key', '--data', this.serverFolder])).ended,
      ownDesk: () => keptDeskId(join(this.folder, 'desk'), 'embedded') ?? '',
      demo,
      onMoved: (address) => {
        this.moves.push(address.url);
        this.#desk?.desk.moveServer(address);
      },
      report: () => undefined,
      lookAgainMs,
    });
    const own = this.#server;
    const network = {
      standing: () => own.standing(),
      open: (token: string, anotherPort: boolean) => own.open(token, anotherPort),
      close: (token: string) => own.close(token),
      newKey: (token: string) => own.newKey(token),
      chooseFolder: () => this.choose(),
      move: async (token: string, folder: string) => {
        await own.permit('move', token);
        return { folder, backup: '' };
      },
    };
    const office = {
      get: async () => ({ joined: null, proposed: null, demo: false }),
      join: async () => undefined,
      leave: async () => undefined,
      leaveDemo: async () => undefined,
    };
    const address = { id: 'embedded', ...(await own.address) };
    this.#desk = await TestDesk.open(join(this.folder, 'desk'), address, this.#keychain, {
      network,
      office,
    });
  }

  /** The first administrator, who then signs in. */
  async begin(): Promise<void> {
    const why = await this.server.ask({ type: 'make-first-admin', ...ADMIN });
    if (why !== null) throw new Error(why);
    await this.desk.call('session.signIn', { email: ADMIN.email, password: ADMIN.password });
  }

  async turnOff(): Promise<void> {
    await this.#desk?.close();
    await this.#server?.stop();
    this.#desk = undefined;
    this.#server = undefined;
  }

  async remove(): Promise<void> {
    await this.turnOff();
    rmSync(this.folder, { recursive: true, force: true, maxRetries: 5 });
  }

  #start(args: string[], env: NodeJS.ProcessEnv): ServerProcess {
    const child = spawn(process.execPath, ['--import', PARENT_PORT, SERVER_PROGRAM, ...args], {
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      env: { ...process.env, ANNOUNCE: 'off', LOG_LEVEL: 'silent', ...env },
    });
    this.#pids.push(child.pid ?? 0);
    return {
      onOutput: (listener) => {
        child.stdout?.setEncoding('utf8').on('data', listener);
        child.stderr?.setEncoding('utf8').on('data', listener);
      },
      onExit: (listener) => void child.once('exit', listener),
      end: () => void (child.connected && child.send({ type: 'shutdown' }, () => undefined)),
      kill: () => void child.kill('SIGKILL'),
      post: (message) => void (child.connected && child.send(message as object, () => undefined)),
      onMessage: (listener) => void child.on('message', listener),
    };
  }
}

/** A test that waits for it says so. */
const NEVER_MS = 2 ** 31 - 1;
const PARENT_PORT = new URL('parent-port.ts', import.meta.url).href;
