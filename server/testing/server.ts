import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PASSWORD_KEY } from '../../tests/product/processes.ts';
import { ROLES, type Role } from '#shared/access/roles.ts';
import type { PasswordCost } from '../auth/password-cost.ts';
import { defaults, type Configuration } from '../configuration/configuration.ts';
import { bulkLoad } from '../database/bulk-load.ts';
import { startServer, type RunningServer, type ServerOptions } from '../server.ts';
import { TestClient } from './client.ts';
import { newDatabaseWithTables, onPostgresql } from './postgresql.ts';

export const PASSWORD = 'Test@12345';
/** The cheapest argon2id there is: tests sign in often. */
export const CHEAP: PasswordCost = { memoryCost: 8, timeCost: 1 };

export const ALL_ROLES: readonly Role[] = [...ROLES, ''];

/** `_id` and email name of the test user of a role. */
export const userIdOf = (role: Role): string =>
  `user-${role === '' ? 'none' : role.toLowerCase().replace(' ', '-')}`;
export const emailOf = (role: Role): string => `${userIdOf(role)}@office.test`;

export interface TestServer extends RunningServer {
  dataFolder: string;
  /** null for SQLite in the data folder. */
  databaseUrl: string | null;
  /** A desk or REST client of the role's user, signed in. */
  signIn(role: Role, desk?: string | null): Promise<TestClient>;
  /** A client that is not signed in. */
  client(): TestClient;
  /** Removes the data of a server that was closed. */
  drop(): Promise<void>;
  /** Ends the server and removes its data. */
  stop(): Promise<void>;
}

/** A real server on a free port, with data of its own, in the engine of this run, and one active user of each role. */
export async function startTestServer(
  options: ServerOptions & { configuration?: Partial<Configuration> } = {},
): Promise<TestServer> {
  const dataFolder = mkdtempSync(join(tmpdir(), 'placement-server-'));
  const postgresql = onPostgresql() ? await newDatabaseWithTables() : null;
  const server = await startServer(
    {
      ...defaults,
      port: 0,
      dataFolder,
      logLevel: 'silent',
      passwordCost: CHEAP,
      passwordKey: PASSWORD_KEY,
      databaseUrl: postgresql?.url ?? null,
      ...options.configuration,
    },
    {
      ...options,
      prepare: async (database, passwords) => {
        await bulkLoad(
          database,
          'user',
          ALL_ROLES.map((role) => ({
            _id: userIdOf(role),
            name: `User ${role || 'None'}`,
            email: emailOf(role),
            isActive: true,
            salary: 50_000,
          })),
        );
        await bulkLoad(
          database,
          'roleAssignment',
          ROLES.map((role) => ({
            _id: `assignment-${userIdOf(role)}`,
            userEmail: emailOf(role),
            roleName: role,
          })),
        );
        for (const role of ALL_ROLES) await passwords.set(database, userIdOf(role), PASSWORD);
        await options.prepare?.(database, passwords);
      },
    },
  );
  const drop = async (): Promise<void> => {
    await postgresql?.drop();
    rmSync(dataFolder, { recursive: true, force: true });
  };
  return {
    ...server,
    drop,
    dataFolder,
    databaseUrl: postgresql?.url ?? null,
    client: () => new TestClient(server.url),
    signIn: async (role, desk = 'desk') => {
      const client = new TestClient(server.url);
      await client.signIn(emailOf(role), PASSWORD, desk === null ? null : `${desk} of ${userIdOf(role)}`);
      return client;
    },
    stop: async () => {
      await server.close();
      await drop();
    },
  };
}

/** One more server on the same data: beside it on PostgreSQL, as behind a load balancer, or after it. */
export function startOnSameData(
  server: TestServer,
  configuration: Partial<Configuration> = {},
): Promise<RunningServer> {
  return startServer({
    ...defaults,
    port: 0,
    dataFolder: server.dataFolder,
    databaseUrl: server.databaseUrl,
    logLevel: 'silent',
    passwordCost: CHEAP,
    passwordKey: PASSWORD_KEY,
    ...configuration,
  });
}
