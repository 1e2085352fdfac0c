import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { mayRead } from '#shared/access/permissions.ts';
import type { Role } from '#shared/access/roles.ts';
import { fieldColumns } from '#shared/model/columns.ts';
import { model } from '#shared/model/entities.ts';
import { storedFields, type EntityDefinition } from '#shared/model/entity.ts';
import { openKept } from '../../electron/desk/testing/kept-keys.ts';
import { connectionOf, prepared, type Row } from './connections.ts';
import type { SimulatedDesk } from './simulated-desk.ts';
import type { World } from './world.ts';

/** A file of the desk's user, by its name; undefined where there is none. */
export function fileOf(desk: SimulatedDesk, name: string): string | undefined {
  const found = readdirSync(desk.data, { recursive: true, encoding: 'utf8' }).find((each) =>
    each.endsWith(desk.user ? `/${desk.user.folder}/${name}` : `/${name}`),
  );
  return found === undefined ? undefined : join(desk.data, found);
}

/** Fields that nobody of the role may read on any row. */
export function hiddenFields(entity: EntityDefinition, role: Role): string[] {
  const grants = entity.access[role] ?? [];
  const reads = (groups: readonly string[] | undefined, { read }: (typeof grants)[number]): boolean => {
    if (read === 'all') return true;
    if (read === 'none') return false;
    return 'only' in read ? (groups?.includes(read.only) ?? false) : !groups?.includes(read.except);
  };
  return storedFields(entity)
    .filter(([, field]) => !grants.some((grant) => reads(field.groups, grant)))
    .map(([name]) => name);
}

const sqlOfHidden = new Map<string, string>();

/** One question to a cache: what it holds that the role may not see at all. */
function hiddenSql(role: Role): string {
  let sql = sqlOfHidden.get(role);
  if (sql === undefined) {
    sql = model
      .flatMap((entity) => {
        if (!mayRead(entity, role))
          return [`SELECT '${entity.name}' AS what, count(*) AS rows FROM "${entity.name}"`];
        const columns = new Set(fieldColumns(entity).map(({ name }) => name));
        return hiddenFields(entity, role)
          .filter((name) => columns.has(name))
          .map(
            (name) =>
              `SELECT '${entity.name}.${name}' AS what, count("${name}") AS rows FROM "${entity.name}"`,
          );
      })
      .map((each) => `SELECT * FROM (${each}) WHERE rows > 0`)
      .join(' UNION ALL ');
    sqlOfHidden.set(role, sql);
  }
  return sql;
}

/** What a desk holds beyond what the role that it was fetched for may see, at this moment. */
export async function beyondRole(world: World, desk: SimulatedDesk): Promise<string[]> {
  if (!desk.isRunning) return [];
  const { user } = await world.done(desk.call('session.get', {}));
  const cache = connectionOf(desk.actor, 'cache.db');
  const sql = user ? hiddenSql(user.role as Role) : '';
  if (!cache || sql === '') return [];
  return (prepared(cache, sql).all() as Row[]).map(
    ({ what, rows }) => `${desk.id} of ${desk.name} holds ${String(what)}, ${String(rows)} times`,
  );
}

/** Asks a desk's outbox, beside the desk itself. */
export function readOutbox(desk: SimulatedDesk, sql: string): Row[] {
  const path = fileOf(desk, 'outbox.db');
  if (path === undefined) return [];
  const outbox = openKept(path, 'NORMAL');
  try {
    return outbox.prepare(sql).all() as Row[];
  } finally {
    outbox.close();
  }
}
