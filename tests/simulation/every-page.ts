import { readableFields } from '#shared/access/permissions.ts';
import { toRole } from '#shared/access/roles.ts';
import { fieldColumns } from '#shared/model/columns.ts';
import { entityOf, model, type EntityName } from '#shared/model/entities.ts';
import type { Actor, Connection } from './actor.ts';
import { connectionOf, prepared, type Row } from './connections.ts';
import type { SimulatedDesk } from './simulated-desk.ts';
import type { SimulatedServer } from './simulated-server.ts';

const seqs = (table: string, where: string): string =>
  `SELECT '${table}' AS entity, "_id" AS id, "_seq" AS seq FROM "${table}" WHERE ${where}`;
const ON_SERVER = model.map(({ name }) => seqs(name, '"deletedAt" IS NULL')).join(' UNION ALL ');
const ON_DESK = model.map(({ name }) => seqs(name, '"_waiting" = 0')).join(' UNION ALL ');
const LAID_OVER = 'SELECT entity, recordId AS id FROM overlay_base';

/** One row at one number of the log: it never changes. */
interface Version {
  entity: EntityName;
  id: string;
  seq: number;
}

const keyOf = ({ entity, id }: Pick<Version, 'entity' | 'id'>): string => `${entity}/${id}`;

/**
 * Looks at a desk each time that it has written a page, and says what it holds beyond its rights, or lacks, or has as it was
 * before (sync rules 2 and 7). Only where the server has gone no further meanwhile: else nobody can tell.
 */
export class EveryPage {
  readonly #server: SimulatedServer;
  looks = 0;
  /** What was found of versions of rows, for as long as the server's log is the same. */
  #of: Actor | undefined;
  #readable = new Map<string, ReadonlySet<string> | null>();
  #there: { seq: number; versions: readonly Version[] } = { seq: -1, versions: [] };
  /** Versions whose fields were looked at, by the desk's cache. */
  #seen = new WeakMap<Connection, Set<string>>();

  constructor(server: SimulatedServer) {
    this.#server = server;
  }

  /** At once, through connections that the two have open. */
  look(desk: SimulatedDesk): string[] {
    const cache = connectionOf(desk.actor, 'cache.db');
    const server = connectionOf(this.#server.actor, 'server.db');
    if (!desk.isRunning || !this.#server.running || !cache || !server) return [];
    // It is judged by what its own user may see.
    if (desk.user && !cache.name.includes(`/${desk.user.folder}/`)) return [];
    const seq = Number(first(server, 'SELECT "seq" FROM "log_position"')['seq']);
    const kept = first(cache, `SELECT value FROM sync_state WHERE name = 'position'`)['value'];
    const position = JSON.parse(typeof kept === 'string' ? kept : '{}') as {
      seq?: number;
      complete?: boolean;
    };
    if (position.seq !== seq || position.complete !== true) return [];
    const email = `${desk.name}@demo.test`;
    const user = prepared(server, `SELECT "_id", "roleName", "isActive" FROM "user" WHERE "email" = ?`).get(
      email,
    );
    if (!user || (user as Row)['isActive'] !== 1) return [];
    this.looks += 1;
    return this.#compare(desk, cache, server, { user: user as Row, seq }).slice(0, 5);
  }

  #compare(
    desk: SimulatedDesk,
    cache: Connection,
    server: Connection,
    { user, seq }: { user: Row; seq: number },
  ): string[] {
    const granted = new Map<string, number>();
    for (const version of this.#versions(server, seq))
      if (this.#fields(server, user, version)) granted.set(keyOf(version), version.seq);
    const found: string[] = [];
    const say = (what: string): void => void found.push(`after a page ${desk.id} of ${desk.name} ${what}`);
    const overlaid = new Set((prepared(cache, LAID_OVER).all() as Version[]).map(keyOf));
    const held = new Set<string>();
    for (const version of prepared(cache, ON_DESK).all() as Version[]) {
      const key = keyOf(version);
      const right = granted.get(key);
      held.add(key);
      if (right === undefined) say(`holds ${key}, which is not there for its user`);
      else if (right !== version.seq) say(`has ${key} of number ${version.seq}, not ${right}`);
      else for (const name of this.#beyond(cache, server, user, version)) say(`holds ${name} of ${key}`);
    }
    for (const { id } of prepared(cache, WAITING).all() as Version[]) held.add(id);
    for (const key of granted.keys())
      if (!held.has(key) && !overlaid.has(key)) say(`lacks ${key}, though it has come to ${seq}`);
    return found;
  }

  #versions(server: Connection, seq: number): readonly Version[] {
    const { actor } = this.#server;
    if (this.#of !== actor) {
      this.#of = actor;
      this.#readable.clear();
      this.#there = { seq: -1, versions: [] };
    }
    if (this.#there.seq !== seq)
      this.#there = { seq, versions: prepared(server, ON_SERVER).all() as Version[] };
    return this.#there.versions;
  }

  /** What of this version the user may read; null where it may not see the row. */
  #fields(server: Connection, user: Row, version: Version): ReadonlySet<string> | null {
    const key = `${String(user['_id'])} ${String(user['roleName'])} ${keyOf(version)} ${version.seq}`;
    let fields = this.#readable.get(key);
    if (fields === undefined) {
      const row = prepared(server, `SELECT * FROM "${version.entity}" WHERE "_id" = ?`).get(version.id);
      const actor = { _id: String(user['_id']), role: toRole(String(user['roleName'])) };
      const names = readableFields(entityOf(version.entity), actor, row as { _id: string });
      fields = names.size > 0 ? names : null;
      this.#readable.set(key, fields);
    }
    return fields;
  }

  /** Fields of the row that hold something, and that the user may not read. */
  #beyond(cache: Connection, server: Connection, user: Row, version: Version): string[] {
    const seen = this.#seen.get(cache) ?? new Set();
    this.#seen.set(cache, seen);
    const key = `${String(user['roleName'])} ${keyOf(version)} ${version.seq}`;
    if (seen.has(key)) return [];
    seen.add(key);
    const fields = this.#fields(server, user, version);
    const hidden = fieldColumns(entityOf(version.entity)).filter(({ name }) => !fields?.has(name));
    if (hidden.length === 0) return [];
    const row = prepared(cache, `SELECT * FROM "${version.entity}" WHERE "_id" = ?`).get(version.id) as Row;
    return hidden.flatMap(({ name }) => (row[name] === null || row[name] === undefined ? [] : [name]));
  }
}

const WAITING = model
  .map(({ name }) => `SELECT '${name}/' || "_id" AS id FROM "${name}" WHERE "_waiting" = 1`)
  .join(' UNION ALL ');

const first = (connection: Connection, sql: string): Row => (prepared(connection, sql).get() ?? {}) as Row;
