import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { startServerProcess, type ServerProcess } from './server-process.ts';
import { temporaryFolder, TestDesk } from './test-desk.ts';
import { WeakNetwork } from './weak-network.ts';

/** Desks of one server, and the folders of a test. */
export abstract class Desks {
  /** Closed at the end of the test. */
  readonly desks: TestDesk[] = [];
  readonly #folders: ReturnType<typeof temporaryFolder>[] = [];

  abstract get server(): { readonly url: string };

  /** A folder that is removed at the end of the test. */
  newFolder(): string {
    const made = temporaryFolder();
    this.#folders.push(made);
    return made.path;
  }

  /** A desk on which the user of that name is signed in and in step; it is closed at the end of the test. */
  deskOf(name: string, url = this.server.url): Promise<TestDesk> {
    return this.deskIn(this.newFolder(), name, url);
  }

  /** As `deskOf`, in a folder that is there before and after it. */
  async deskIn(folder: string, name: string, url = this.server.url): Promise<TestDesk> {
    const desk = await TestDesk.open(folder, url);
    this.desks.push(desk);
    await desk.signIn(name);
    await desk.inStep();
    return desk;
  }

  /** Closes a desk before the end of the test. */
  async closed(desk: TestDesk): Promise<void> {
    this.desks.splice(this.desks.indexOf(desk), 1);
    await desk.close();
  }

  async endTest(): Promise<void> {
    for (const desk of this.desks.splice(0)) await desk.close();
    for (const folder of this.#folders.splice(0)) folder.remove();
  }
}

/** What the tests of a file share: the organisation's server; and for each test a network before it, and its desks. */
export class Office extends Desks {
  readonly serverData = temporaryFolder();
  #server: ServerProcess | undefined;
  #network: WeakNetwork | undefined;

  override get server(): ServerProcess {
    if (!this.#server) throw new Error('The server runs only while the tests of the file do');
    return this.#server;
  }

  get network(): WeakNetwork {
    if (!this.#network) throw new Error('There is a network only while a test runs');
    return this.#network;
  }

  /** @param settings of the server, by the names of its environment */
  async open(settings: Readonly<Record<string, string>> = {}): Promise<void> {
    this.#server = await startServerProcess(this.serverData.path, 0, settings);
  }

  async beginTest(): Promise<void> {
    this.#network = await WeakNetwork.before(this.server.url);
  }

  /** Behind the network, which a test may cut. */
  override deskIn(folder: string, name: string, url = this.network.url): Promise<TestDesk> {
    return super.deskIn(folder, name, url);
  }

  override async endTest(): Promise<void> {
    await super.endTest();
    await this.#network?.close();
  }

  async close(): Promise<void> {
    await this.#server?.stop();
    this.serverData.remove();
  }
}

/** Opens an office for the tests of the file that calls it. */
export function openOffice(settings?: Readonly<Record<string, string>>): Office {
  const office = new Office();
  beforeAll(() => office.open(settings));
  beforeEach(() => office.beginTest());
  afterEach(() => office.endTest());
  afterAll(() => office.close());
  return office;
}
