import { afterEach, beforeEach } from 'vitest';
import { Desks } from './office.ts';
import { RestorableServer } from './restorable-server.ts';
import { memoryKeychain, TestDesk } from './test-desk.ts';
import { until } from './until.ts';

/** A desk that keeps its session, and what is needed to open it again. */
interface KeepingDesk {
  desk: TestDesk;
  again(): Promise<TestDesk>;
}

/** For each test a server that can be put back, and its desks. */
class RestorableOffice extends Desks {
  #server: RestorableServer | undefined;

  override get server(): RestorableServer {
    if (!this.#server) throw new Error('The server runs only while a test does');
    return this.#server;
  }

  async keepingDesk(name: string): Promise<KeepingDesk> {
    const path = this.newFolder();
    const keychain = memoryKeychain();
    const open = async (): Promise<TestDesk> => {
      const desk = await TestDesk.open(path, this.server.url, keychain);
      this.desks.push(desk);
      return desk;
    };
    const desk = await open();
    await desk.signIn(name);
    await desk.inStep();
    return { desk, again: open };
  }

  async beginTest(): Promise<void> {
    this.#server = await RestorableServer.start();
  }

  override async endTest(): Promise<void> {
    await super.endTest();
    await this.#server?.remove();
    this.#server = undefined;
  }
}

/** Opens such an office for the tests of the file that calls it. */
export function openRestorableOffice(): RestorableOffice {
  const office = new RestorableOffice();
  beforeEach(() => office.beginTest());
  afterEach(() => office.endTest());
  return office;
}

/** What the user is told, but that the server was restored. */
export async function toldBeside(desk: TestDesk): Promise<string[]> {
  const { notices } = await desk.call('sync.status', {});
  return notices.map(({ message }) => message).filter((message) => !message.startsWith(RESTORED));
}

export const RESTORED = 'The server was restored from a backup.';

export const ended = (desk: TestDesk): Promise<true> =>
  until('the session has ended', async () => {
    if ((await desk.call('session.get', {})).user === null) return true;
    await desk.call('sync.now', {}).catch(() => undefined);
    return false;
  });

/** After the server was put back: the desk has noticed, fetched and sent. */
export const settled = (desk: TestDesk): Promise<true> =>
  until('noticed, fetched and sent', async () => {
    await desk.call('sync.now', {});
    const { state, waiting } = await desk.call('sync.status', {});
    return state === 'live' && waiting === 0 && desk.logged.some((line) => line.includes('older state'));
  });
