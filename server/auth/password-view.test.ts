import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ROLES, type Role } from '#shared/access/roles.ts';
import type { AnyRecord } from '#shared/model/entity.ts';
import { PATHS } from '#shared/protocol/sync.ts';
import type { Configuration } from '../configuration/configuration.ts';
import type { RunningServer } from '../server.ts';
import { auditLines } from '../testing/audit-log.ts';
import { operation, TestClient } from '../testing/client.ts';
import {
  ALL_ROLES,
  emailOf,
  PASSWORD,
  startOnSameData,
  startTestServer,
  userIdOf,
  type TestServer,
} from '../testing/server.ts';
import { storedBytes } from '../testing/stored-bytes.ts';
import { VIEW_LIMIT } from './password-view.ts';

const OTHER_KEY = Buffer.alloc(32, 'another').toString('base64');
const NEW = 'Monsoon over Konkan';

let server: TestServer;
let again: RunningServer | undefined;

beforeEach(async () => {
  server = await startTestServer();
});
afterEach(async () => {
  await again?.close();
  again = undefined;
  await server.stop();
});

type View = AnyRecord & { password?: unknown; passwordsKept?: unknown };
const pathOf = (role: Role): string => `/api/users/with-password/${userIdOf(role)}`;
const view = async (client: TestClient, role: Role): Promise<View> =>
  (await client.get<View>(pathOf(role))).body;

/** The same data under another configuration. */
async function restart(configuration: Partial<Configuration>): Promise<TestClient> {
  await (again ?? server).close();
  again = await startOnSameData(server, configuration);
  const client = new TestClient(again.url);
  await client.signIn(emailOf('Super Admin'), PASSWORD, null);
  return client;
}

describe('users/with-password/{id}, section 7', () => {
  test('every role for every user, at both addresses: for a Super Admin only, never that of a Super Admin', async () => {
    const expected: unknown[] = [];
    for (const role of ALL_ROLES) {
      const client = await server.signIn(role, null);
      for (const target of ALL_ROLES) {
        for (const path of [pathOf(target), pathOf(target).replace('/api', '')]) {
          const answer = await client.get<View>(path);
          const shown = role === 'Super Admin' && target !== 'Super Admin';
          expect([role, target, answer.status]).toEqual([role, target, shown ? 200 : 403]);
          expect(answer.headers.get('cache-control')).toBe('no-store');
          expect(JSON.stringify(answer.body).includes(PASSWORD)).toBe(shown);
          if (shown) {
            expect(answer.body).toMatchObject({
              _id: userIdOf(target),
              email: emailOf(target),
              password: PASSWORD,
              passwordsKept: true,
            });
          }
          expected.push({
            action: 'password-view',
            outcome: shown ? 'done' : 'refused',
            userId: userIdOf(role),
            subjectId: userIdOf(target),
            account: null,
            address: '127.0.0.1',
            detail: shown ? null : { reason: 'forbidden' },
          });
        }
      }
    }
    expect(await auditLines(server.database, 'password-view')).toEqual(expected);
  });

  test('unknown and deleted users, and calls without a session', async () => {
    const superAdmin = await server.signIn('Super Admin');
    await superAdmin.push(operation('delete', 'user', userIdOf('Student')));
    expect((await superAdmin.get(pathOf('Student'))).status).toBe(404);
    expect((await superAdmin.get('/users/with-password/nobody')).status).toBe(404);
    expect((await server.client().get(pathOf('HR'))).status).toBe(401);
    expect(await auditLines(server.database, 'password-view')).toMatchObject([
      { outcome: 'refused', subjectId: null, detail: { reason: 'not-found' } },
      { outcome: 'refused', subjectId: null, detail: { reason: 'not-found' } },
    ]);
  });

  test('other calls never give a password', async () => {
    const superAdmin = await server.signIn('Super Admin');
    for (const path of ['/api/users', `/api/users/${userIdOf('HR')}`, PATHS.me]) {
      expect(JSON.stringify((await superAdmin.get(path)).body)).not.toContain('password');
    }
    expect(JSON.stringify([...(await superAdmin.pull()).rows.values()])).not.toContain(PASSWORD);
  });

  test('is not for looking through all of them at once', async () => {
    const superAdmin = await server.signIn('Super Admin');
    const codes: number[] = [];
    for (let at = 0; at < VIEW_LIMIT.most + 3; at += 1)
      codes.push((await superAdmin.get(pathOf('HR'))).status);
    expect(codes.filter((code) => code === 200)).toHaveLength(VIEW_LIMIT.most);
    expect(codes.slice(-3)).toEqual([429, 429, 429]);
    const lines = await auditLines(server.database, 'password-view');
    expect(lines).toHaveLength(VIEW_LIMIT.most + 1);
    expect(lines.at(-1)).toMatchObject({ outcome: 'refused', detail: { reason: 'too-many-requests' } });
  });
});

describe('decision 5: what is kept', () => {
  test('is the password set last, sealed anew each time and bound to its user', async () => {
    const superAdmin = await server.signIn('Super Admin');
    const sealed = (): Promise<{ userId: string; sealed: string }[]> =>
      server.database.all('SELECT "userId", "sealed" FROM "sealed_passwords" ORDER BY "userId"');
    const before = await sealed();
    // The same password five times: no two look alike, and each is as long as any other.
    expect(new Set(before.map((row) => row.sealed)).size).toBe(before.length);
    await superAdmin.put(`/api/users/${userIdOf('HR')}`, { password: NEW });
    expect(await view(superAdmin, 'HR')).toMatchObject({ password: NEW });
    expect(new Set((await sealed()).map((row) => row.sealed.length)).size).toBe(1);

    const [first] = await sealed();
    await server.database.write((trx) =>
      trx.all('UPDATE "sealed_passwords" SET "sealed" = ? WHERE "userId" = ?', [
        first?.sealed ?? '',
        userIdOf('Student'),
      ]),
    );
    expect(await view(superAdmin, 'Student')).toMatchObject({ password: null, passwordsKept: true });
  });

  test('is never the password of a Super Admin, not by taking the role away or restoring the account, either', async () => {
    const superAdmin = await server.signIn('Super Admin');
    const kept = async (): Promise<string[]> =>
      (await server.database.all<{ userId: string }>('SELECT "userId" FROM "sealed_passwords"')).map(
        ({ userId }) => userId,
      );
    expect(await kept()).not.toContain(userIdOf('Super Admin'));
    const assignment = `assignment-${userIdOf('Admin')}`;
    const assign = (roleName: string): Promise<unknown> =>
      superAdmin.push(operation('update', 'roleAssignment', assignment, { roleName }));
    await assign('Super Admin');
    expect(await kept()).not.toContain(userIdOf('Admin'));
    await superAdmin.put(`/api/users/${userIdOf('Admin')}`, { password: NEW });
    expect((await superAdmin.get(pathOf('Admin'))).status).toBe(403);
    await assign('Admin');
    expect(await view(superAdmin, 'Admin')).toMatchObject({ password: null, passwordsKept: true });

    await assign('Super Admin');
    await superAdmin.push(operation('delete', 'user', userIdOf('Admin')));
    await superAdmin.push(operation('restore', 'user', userIdOf('Admin')));
    expect(await view(superAdmin, 'Admin')).toMatchObject({ password: null });
    expect(await auditLines(server.database, 'role-change')).toMatchObject([
      {
        userId: userIdOf('Super Admin'),
        subjectId: userIdOf('Admin'),
        detail: { from: 'Admin', to: ROLES[0] },
      },
      { detail: { from: ROLES[0], to: 'Admin' } },
      { detail: { from: 'Admin', to: ROLES[0] } },
      { detail: { from: ROLES[0], to: null }, address: '127.0.0.1' },
    ]);
  });

  test('another key reads none of them and is no failure; its own passwords and the old key work', async () => {
    let client = await restart({ passwordKey: OTHER_KEY });
    expect(await view(client, 'HR')).toMatchObject({ password: null, passwordsKept: true });
    await client.put(`/api/users/${userIdOf('Employee')}`, { password: NEW });
    expect(await view(client, 'Employee')).toMatchObject({ password: NEW });
    client = await restart({});
    expect(await view(client, 'HR')).toMatchObject({ password: PASSWORD });
    expect(await view(client, 'Employee')).toMatchObject({ password: null });
  });

  test('PASSWORD_REVEAL=off deletes what was kept and keeps no more; sign-in goes on', async () => {
    const [kept] = await server.database.all<{ sealed: string }>('SELECT "sealed" FROM "sealed_passwords"');
    let client = await restart({ passwordReveal: false });
    expect(await view(client, 'HR')).toMatchObject({ password: null, passwordsKept: false });
    expect(await auditLines(again?.database ?? server.database, 'passwords-deleted')).toMatchObject([
      { userId: null, detail: { rows: 5 } },
    ]);
    await client.put(`/api/users/${userIdOf('HR')}`, { password: NEW });
    await new TestClient(client.url).signIn(emailOf('HR'), NEW, null);
    expect(await again?.database.all('SELECT * FROM "sealed_passwords"')).toEqual([]);
    client = await restart({});
    expect(await view(client, 'HR')).toMatchObject({ password: null, passwordsKept: true });
    const database = again?.database ?? server.database;
    if (server.databaseUrl === null) await again?.close();
    for (const [name, bytes] of await storedBytes({ ...server, database })) {
      expect([name, bytes.includes(kept?.sealed ?? '')]).toEqual([name, false]);
    }
  });
});
