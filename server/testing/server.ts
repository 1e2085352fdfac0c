import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ROLES, type Role } from '#shared/access/roles.ts';
import type { PasswordCost } from '../auth/passwords.ts';
import { defaults, type Configuration } from '../configuration.ts';
import { bulkLoad } from '../database/bulk-load.ts';
import { startServer, type RunningServer, type ServerOptions } from '../server.ts';
import { TestClient } from './client.ts';

export const PASSWORD = 'Test@12345';
/** The cheapest argon2id there is: tests sign in often. */
export const CHEAP: PasswordCost = { memoryCost: 8, timeCost: 1 };
/** A key for the password view that comes from no file: tests leave nothing behind. */
export const PASSWORD_KEY = Buffer.alloc(32, 'test').toString('base64');

export const ALL_ROLES: readonly Role[] = [...ROLES, ''];

/** `_id` and email name of the test user of a role. */
export const userIdOf = (role: Role): string =>
  `user-${role === '' ? 'none' : role.toLowerCase().replace(' ', '-')}`;
export const emailOf = (role: Role): string => `${userIdOf(role)}@office.test`;

export interface TestServer extends RunningServer {
  dataFolder: string;
  /** A desk or REST client of the role's user, signed in. */
  signIn(role: Role, desk?: string | null): Promise<TestClient>;
  /** A client that is not signed in. */
  client(): TestClient;
  /** Ends the server and removes its data. */
  stop(): Promise<void>;
}

/** A real server on a free port, with its own data folder and one active user of each role. */
export async function startTestServer(
  options: ServerOptions & { configuration?: Partial<Configuration> } = {},
): Promise<TestServer> {
  const dataFolder = mkdtempSync(join(tmpdir(), 'placement-server-'));
  const server = await startServer(
    {
      ...defaults,
      port: 0,
      dataFolder,
      logLevel: 'silent',
      passwordCost: CHEAP,
      passwordKey: PASSWORD_KEY,
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
  return {
    ...server,
    dataFolder,
    client: () => new TestClient(server.url),
    signIn: async (role, desk = 'desk') => {
      const client = new TestClient(server.url);
      await client.signIn(emailOf(role), PASSWORD, desk === null ? null : `${desk} of ${userIdOf(role)}`);
      return client;
    },
    stop: async () => {
      await server.close();
      rmSync(dataFolder, { recursive: true, force: true });
    },
  };
}
