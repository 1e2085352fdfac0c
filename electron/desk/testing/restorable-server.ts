import { cpSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { run } from '../../../tests/product/processes.ts';
import { startServerProcess, type ServerProcess } from './server-process.ts';
import { temporaryFolder } from './test-desk.ts';

/** A server whose data can be put back to an older state, by either way that people have; always at one address. */
export class RestorableServer {
  readonly #data: ReturnType<typeof temporaryFolder>;
  readonly #kept = temporaryFolder();
  #server: ServerProcess;
  #folder: string;
  #trials = 0;

  private constructor(server: ServerProcess, folder: string, data: ReturnType<typeof temporaryFolder>) {
    this.#server = server;
    this.#folder = folder;
    this.#data = data;
  }

  static async start(): Promise<RestorableServer> {
    const data = temporaryFolder();
    const folder = join(data.path, 'data');
    return new RestorableServer(await startServerProcess(folder), folder, data);
  }

  get port(): number {
    return this.#server.port;
  }

  get url(): string {
    return this.#server.url;
  }

  stop(): Promise<void> {
    return this.#server.stop();
  }

  /** Starts again on the same port. */
  async startAgain(): Promise<void> {
    this.#server = await startServerProcess(this.#folder, this.#server.port);
  }

  /** Keeps the state for `restore`, as the documentation says. */
  async backUp(): Promise<void> {
    await run('out/main/server.js', ['--data', this.#folder, '--backup', this.#kept.path]);
  }

  /**
   * The server ends, and another starts on what was backed up.
   * @param isOfBefore whether the backup is of a version that had no keys for desks
   */
  async restore(isOfBefore = false): Promise<void> {
    await this.stop();
    const [backup = ''] = readdirSync(this.#kept.path);
    const restored = join(this.#data.path, 'restored');
    await run('out/main/server.js', ['--restore', join(this.#kept.path, backup), '--data', restored]);
    this.#folder = restored;
    if (isOfBefore) {
      const db = new BetterSqlite3(join(restored, 'server.db'));
      db.exec(`DELETE FROM "meta" WHERE "name" = 'deskDataSecret'`);
      db.close();
    }
    await this.startAgain();
  }

  /** Another server beside this one, on what was backed up, as the documentation says to try it. */
  async tryBackup(port = 0): Promise<ServerProcess> {
    const [backup = ''] = readdirSync(this.#kept.path);
    const folder = join(this.#data.path, `trial-${(this.#trials += 1)}`);
    await run('out/main/server.js', [
      '--restore',
      join(this.#kept.path, backup),
      '--data',
      folder,
      '--trial',
    ]);
    return startServerProcess(folder, port);
  }

  /** Keeps the whole folder for `putBack`, as a snapshot of the machine does. */
  async takeSnapshot(): Promise<void> {
    await this.stop();
    cpSync(this.#folder, this.#kept.path, { recursive: true });
    await this.startAgain();
  }

  /** The machine is as it was when the snapshot was taken. */
  async putBack(): Promise<void> {
    await this.stop();
    rmSync(this.#folder, { recursive: true });
    cpSync(this.#kept.path, this.#folder, { recursive: true });
    await this.startAgain();
  }

  async remove(): Promise<void> {
    await this.stop();
    this.#data.remove();
    this.#kept.remove();
  }
}
