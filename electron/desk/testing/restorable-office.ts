import { afterEach, beforeEach } from 'vitest';
import { openOffice, type Office } from './office.ts';
import { RestorableServer } from './restorable-server.ts';
import { memoryKeychain, TestDesk } from './test-desk.ts';
import { until } from './until.ts';

/** A desk that keeps its session, and what is needed to open it again. */
interface KeepingDesk {
  desk: TestDesk;
  again(): Promise<TestDesk>;
}

/** What the tests of a file share: desks, and for each test a server of its own that can be put back. */
export class RestorableOffice {
  readonly #office: Office;
  #server: RestorableServer | undefined;

  constructor(office: Office) {
    this.#office = office;
  }

  get server(): RestorableServer {
    if (!this.#server) throw new Error('The server runs only while a test does');
    return this.#server;
  }

  /** A desk of the server, or of a network before it, on which the user of that name is signed in and in step. */
  deskOf(name: string, url = this.server.url): Promise<TestDesk> {
    return this.#office.deskOf(name, url);
  }

  async keepingDesk(name: string): Promise<KeepingDesk> {
    const path = this.#office.newFolder();
    const keychain = memoryKeychain();
    const open = async (): Promise<TestDesk> => {
      const desk = await TestDesk.open(path, this.server.url, keychain);
      this.#office.desks.push(desk);
      return desk;
    };
    const desk = await open();
    await desk.signIn(name);
    await desk.inStep();
    return { desk, again: open };
  }

  /** A folder that is removed at the end of the test. */
  newFolder(): string {
    return this.#office.newFolder();
  }

  /** Closed at the end of the test. */
  get desks(): TestDesk[] {
    return this.#office.desks;
  }

  async beginTest(): Promise<void> {
    this.#server = await RestorableServer.start();
  }

  async endTest(): Promise<void> {
    for (const desk of this.#office.desks.splice(0)) await desk.close();
    await this.#server?.remove();
    this.#server = undefined;
  }
}

/** Opens such an office for the tests of the file that calls it. */
export function openRestorableOffice(): RestorableOffice {
  const office = new RestorableOffice(openOffice());
  beforeEach(() => office.beginTest());
  afterEach(() => office.endTest());
  return office;
}

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
