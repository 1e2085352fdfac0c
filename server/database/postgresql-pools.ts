import { Socket } from 'node:net';
import knex, { type Knex } from 'knex';
import type pg from 'pg';

/** PostgreSQL ends a statement that takes longer, and a connection that does nothing within its transaction for so long. */
const LONGEST_MS = 20_000;
/** So a connection that is silent for longer has nobody at its other end: the machine is gone, and said nothing. */
const SILENCE_MS = 25_000;
const CONNECT_MS = 5_000;
/** A connection that nobody needs is closed in good order before it is silent for too long. */
const IDLE_MS = 15_000;
const ACQUIRE_MS = 15_000;
/** How PostgreSQL says that nothing can be written, as on a standby: "read_only_sql_transaction". */
const READ_ONLY = '25006';

const NAME = 'placement-desk';

/**
 * Connections for calls, which end in time whatever becomes of the database's machine, so that the next ones reach the one
 * that took its place.
 */
export function servingPool(url: string, most: number): Knex {
  return pool(most, {
    ...lively(url),
    statement_timeout: LONGEST_MS,
    idle_in_transaction_session_timeout: LONGEST_MS,
    application_name: NAME,
  });
}

/** A connection for migrations: they take as long as they take. */
export function patientPool(url: string): Knex {
  return pool(1, { connectionString: url, application_name: `${NAME} migrations` });
}

/** Settings of a connection that ends where nothing has come for long. */
export const lively = (url: string): pg.ClientConfig => ({
  connectionString: url,
  connectionTimeoutMillis: CONNECT_MS,
  keepAlive: true,
  keepAliveInitialDelayMillis: SILENCE_MS / 2,
  stream: () => {
    const socket = new Socket();
    socket.setTimeout(SILENCE_MS, () => socket.destroy(new SilentDatabase()));
    return socket;
  },
});

class SilentDatabase extends Error {
  readonly code = 'ETIMEDOUT';

  constructor() {
    super('The database has said nothing for long');
  }
}

/** The connection leads to a standby: its rows may be older than what was acknowledged. */
class StandbyReached extends Error {
  readonly code = READ_ONLY;

  constructor() {
    super('The database takes no writes');
  }
}

function pool(most: number, connection: pg.ClientConfig): Knex {
  return knex({
    client: 'pg',
    connection: connection as Knex.PgConnectionConfig,
    pool: {
      min: 0,
      max: most,
      idleTimeoutMillis: IDLE_MS,
      afterCreate,
      validate: (client: pg.Client) => !givenUp.has(client),
    },
    acquireConnectionTimeout: ACQUIRE_MS,
    // It would print each lost connection beside the log; whoever asked for it hears of it by the error.
    log: { warn: () => undefined, error: () => undefined },
  });
}

type Done = (error: Error | null) => void;

/** Gives a new connection to the pool where it leads to the primary. */
function afterCreate(client: pg.Client, done: Done): void {
  leaveStandby(client);
  client.query<{ transaction_read_only: string }>('SHOW transaction_read_only').then(
    ({ rows: [row] }) => {
      if (row?.transaction_read_only !== 'on') return done(null);
      giveUp(client);
      done(new StandbyReached());
    },
    (error: Error) => {
      giveUp(client);
      done(error);
    },
  );
}

/** One whose database has become a standby since then is not taken again. */
function leaveStandby(client: pg.Client): void {
  client.connection.on('errorMessage', ({ code }: { code?: string }) => {
    if (code === READ_ONLY) giveUp(client);
  });
}

/** They take a moment to be closed; nobody is given them meanwhile. */
const givenUp = new WeakSet<pg.Client>();

function giveUp(client: pg.Client): void {
  givenUp.add(client);
  client.end().catch(() => undefined);
}
