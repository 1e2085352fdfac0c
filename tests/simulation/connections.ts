import type { Actor, Connection } from './actor.ts';

export type Row = Readonly<Record<string, unknown>>;

/** A connection that the process itself has open, to look at what it sees at this moment; undefined while it writes. */
export function connectionOf(actor: Actor, file: string): Connection | undefined {
  return [...actor.databases].findLast(
    ({ name, open, inTransaction }) => open && !inTransaction && name.endsWith(`/${file}`),
  );
}

const statements = new WeakMap<Connection, Map<string, ReturnType<Connection['prepare']>>>();

/** Prepared once on each connection. */
export function prepared(connection: Connection, sql: string): ReturnType<Connection['prepare']> {
  const known = statements.get(connection) ?? new Map<string, ReturnType<Connection['prepare']>>();
  statements.set(connection, known);
  const statement = known.get(sql) ?? connection.prepare(sql);
  known.set(sql, statement);
  return statement;
}
