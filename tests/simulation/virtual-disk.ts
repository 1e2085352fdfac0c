import { createRequire } from 'node:module';
import fs from 'node:fs';
import { actorNow, type Actor, type Connection } from './actor.ts';

/**
 * The disk as the programs see it: real files, in memory where the system has such a place. Every write of an actor is a
 * step at which it may crash, or find the disk full. Calls of `fs/promises` are done at once, so that threads decide nothing.
 */
export function onVirtualDisk(): void {
  installSqlite('better-sqlite3');
  installSqlite('better-sqlite3-multiple-ciphers');
  installFiles();
}

interface Statement {
  readonly readonly: boolean;
  readonly source: string;
  readonly database: Database;
}

interface Database extends Connection {
  exec(sql: string): unknown;
}

/** Connections whose commits are not synced at once. */
const lazy = new WeakSet<Database>();
const SYNCHRONOUS = /^synchronous\s*=/i;

const full = (code: string): Error => Object.assign(new Error('database or disk is full'), { code });
const ENDS_WELL = /^\s*(ROLLBACK|PRAGMA|BEGIN|SAVEPOINT|RELEASE)/i;

function beforeWrite(actor: Actor, makesLarger: boolean, code: string): void {
  actor.step();
  if (actor.isDiskFull && makesLarger) throw full(code);
}

function installSqlite(library: string): void {
  const require = createRequire(import.meta.url);
  const Database = require(library) as { new (path: string): Database; prototype: Record<string, Method> };
  type Method = (this: object, ...given: unknown[]) => unknown;
  const { SqliteError } = require(library) as { SqliteError: new (message: string, code: string) => Error };
  const sample = new Database(':memory:');
  const statements = Object.getPrototypeOf(sample.prepare('SELECT 1')) as Record<string, Method>;
  sample.close();
  const check = (actor: Actor, database: Database, isWrite: boolean, source: string): void => {
    // What is in memory alone is no matter of the disk.
    if (database.name === ':memory:') return;
    try {
      beforeWrite(actor, isWrite && !ENDS_WELL.test(source), 'SQLITE_FULL');
    } catch (error) {
      if (error instanceof Error && 'code' in error) {
        // As SQLite itself does where the pages of a commit cannot be written.
        if (source.startsWith('COMMIT')) database.exec('ROLLBACK');
        throw new SqliteError(error.message, 'SQLITE_FULL');
      }
      throw error;
    }
  };
  for (const name of ['run', 'get', 'all'] as const) {
    const real = statements[name];
    if (!real) continue;
    statements[name] = function (this: object, ...given: unknown[]) {
      const actor = actorNow();
      if (!actor) return real.apply(this, given);
      const { readonly, source, database } = this as Statement;
      if (readonly && name !== 'run') {
        if (!actor.isAlive) actor.step();
        return real.apply(this, given);
      }
      check(actor, database, !readonly || source.startsWith('COMMIT'), source);
      const result = real.apply(this, given);
      if (!database.inTransaction && !lazy.has(database)) actor.logs.synced(database.name);
      return result;
    };
  }
  for (const name of ['exec', 'pragma', 'prepare'] as const) {
    const real = Database.prototype[name];
    if (!real) continue;
    Database.prototype[name] = function (this: object, ...given: unknown[]) {
      const actor = actorNow();
      if (actor) {
        const database = this as Database;
        actor.databases.add(database);
        const text = String(given[0]);
        if (name === 'exec') check(actor, database, true, text);
        else if (!actor.isAlive) actor.step();
        if (name === 'pragma' && SYNCHRONOUS.test(text)) {
          if (text.endsWith('FULL')) {
            lazy.delete(database);
          } else {
            lazy.add(database);
            actor.logs.lazyFromNow(database.name);
          }
        }
      }
      return real.apply(this, given);
    };
  }
}

/** Of `fs`, what changes the disk; those that need room are refused where it is full. */
const NEED_ROOM = new Set([
  'writeFileSync',
  'appendFileSync',
  'mkdirSync',
  'copyFileSync',
  'writeSync',
  'openSync',
]);
const OTHERS = ['renameSync', 'rmSync', 'unlinkSync', 'truncateSync', 'linkSync', 'rmdirSync'];

function installFiles(): void {
  const files = fs as unknown as Record<string, (...given: unknown[]) => unknown>;
  for (const name of [...NEED_ROOM, ...OTHERS]) {
    const real = files[name];
    if (!real) continue;
    files[name] = (...given) => {
      const actor = actorNow();
      const isRead = name === 'openSync' && (given[1] === undefined || given[1] === 'r');
      const isThere = name === 'mkdirSync' && fs.existsSync(String(given[0]));
      if (actor && !isRead && !isThere) beforeWrite(actor, NEED_ROOM.has(name), 'ENOSPC');
      const result = real(...given);
      if (actor && name === 'openSync') actor.files.add(Number(result));
      return result;
    };
  }
  const close = fs.closeSync;
  fs.closeSync = (file) => {
    actorNow()?.files.delete(file);
    close(file);
  };
  const promises = fs.promises as unknown as Record<string, unknown>;
  for (const name of AT_ONCE) {
    promises[name] = async (...given: unknown[]) => files[`${name}Sync`]?.(...given);
  }
  promises['open'] = async (path: string, flags?: string, mode?: number) =>
    new OpenFile(fs.openSync(path, flags ?? 'r', mode));
}

const AT_ONCE = [
  'access', 'appendFile', 'chmod', 'copyFile', 'link', 'lstat', 'mkdir', 'mkdtemp', 'readFile', 'readdir', 'realpath',
  'rename', 'rm', 'rmdir', 'stat', 'statfs', 'truncate', 'unlink', 'utimes', 'writeFile', 'cp',
] as const; // oxfmt-ignore

/** As much of a FileHandle as the product asks for. */
class OpenFile {
  readonly fd: number;

  constructor(fd: number) {
    this.fd = fd;
  }

  async write(
    bytes: Uint8Array | string,
    ...rest: number[]
  ): Promise<{ bytesWritten: number; buffer: unknown }> {
    const written =
      typeof bytes === 'string'
        ? fs.writeSync(this.fd, bytes)
        : fs.writeSync(this.fd, bytes, ...(rest as [number]));
    return { bytesWritten: written, buffer: bytes };
  }

  async writeFile(bytes: Uint8Array | string): Promise<void> {
    fs.writeFileSync(this.fd, bytes);
  }

  async appendFile(bytes: Uint8Array | string): Promise<void> {
    fs.writeFileSync(this.fd, bytes);
  }

  async read(bytes: Uint8Array, ...rest: number[]): Promise<{ bytesRead: number; buffer: unknown }> {
    const [offset = 0, length = bytes.length - offset, position = null] = rest;
    return { bytesRead: fs.readSync(this.fd, bytes, offset, length, position), buffer: bytes };
  }

  async readFile(options?: BufferEncoding): Promise<string | Buffer> {
    return options ? fs.readFileSync(this.fd, options) : fs.readFileSync(this.fd);
  }

  async stat(): Promise<fs.Stats> {
    return fs.fstatSync(this.fd);
  }

  async truncate(length = 0): Promise<void> {
    fs.ftruncateSync(this.fd, length);
  }

  async chmod(mode: number): Promise<void> {
    fs.fchmodSync(this.fd, mode);
  }

  async sync(): Promise<void> {
    fs.fsyncSync(this.fd);
  }

  async datasync(): Promise<void> {
    fs.fsyncSync(this.fd);
  }

  async close(): Promise<void> {
    fs.closeSync(this.fd);
  }
}
