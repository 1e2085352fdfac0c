import { hash as bcryptHash } from '@node-rs/bcrypt';
import { hash as argon2Hash } from '@node-rs/argon2';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { PATHS } from '#shared/protocol/sync.ts';
import { emailOf, startTestServer, userIdOf, CHEAP, PASSWORD, type TestServer } from '../testing/server.ts';
import { isHashOutOfBounds, isPassword, workNow, workOf, worksOfRefusal } from './password-check.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

const keep = (userId: string, hash: string): Promise<unknown> =>
  server.database.write((trx) =>
    trx.all('UPDATE "credentials" SET "hash" = ? WHERE "userId" = ?', [hash, userId]),
  );

async function hashOf(userId: string): Promise<string> {
  const [row] = await server.database.all<{ hash: string }>(
    'SELECT "hash" FROM "credentials" WHERE "userId" = ?',
    [userId],
  );
  return row?.hash ?? '';
}

const works = async (hash: string | undefined): Promise<string[]> =>
  (await worksOfRefusal(server.database, hash, CHEAP)).toSorted();

test('a wrong password is refused after the same work, whichever hash the account has, and without an account', async () => {
  const present = await hashOf(userIdOf('Admin'));
  const now = workNow(CHEAP);
  expect(workOf(present)).toBe(now);
  expect([await works(present), await works(undefined)]).toEqual([[now], [now]]);

  const old = {
    HR: await bcryptHash(PASSWORD, 4),
    Employee: await bcryptHash(PASSWORD, 5),
    Student: await argon2Hash(PASSWORD, { ...CHEAP, timeCost: 2 }),
  };
  await keep(userIdOf('HR'), old.HR);
  await keep(userIdOf('Employee'), old.Employee);
  await keep(userIdOf('Student'), old.Student);
  const all = ['$2b$04$', '$2b$05$', workNow({ ...CHEAP, timeCost: 2 }), now].toSorted();
  for (const hash of [present, undefined, ...Object.values(old)]) {
    expect(await works(hash)).toEqual(all);
    expect(await isPassword(server.database, hash, 'not this', CHEAP)).toBe(false);
    expect(await isPassword(server.database, hash, PASSWORD, CHEAP)).toBe(hash !== undefined);
    expect(await isPassword(server.database, hash, '', CHEAP)).toBe(false);
  }

  // Who signs in has a hash of the present kind from then on; when all have, nothing more is done than before.
  for (const role of ['HR', 'Employee', 'Student'] as const) {
    await server.client().signIn(emailOf(role), PASSWORD, null);
    expect(workOf(await hashOf(userIdOf(role)))).toBe(now);
  }
  expect([await works(present), await works(undefined)]).toEqual([[now], [now]]);
});

test('what is no hash has no work', () => {
  expect(['Test@12345', '$2b$10$short', '$argon2id$v=19$m=8,t=1,p=1$x$y', ''].map(workOf)).toEqual([
    null,
    null,
    null,
    null,
  ]);
});

const COSTLY = [
  `$2b$31$${'.'.repeat(53)}`,
  `$2a$15$${'.'.repeat(53)}`,
  // Below what bcrypt knows: to compute it would fail for everybody.
  `$2b$03$${'.'.repeat(53)}`,
  `$argon2id$v=19$m=4194304,t=1,p=1$${'A'.repeat(22)}$${'A'.repeat(43)}`,
  `$argon2id$v=19$m=8,t=1000000,p=1$${'A'.repeat(22)}$${'A'.repeat(43)}`,
  `$argon2id$v=19$m=8,t=1,p=2$${'A'.repeat(22)}$${'A'.repeat(43)}`,
];

test('a hash that would take for ever is never computed: its user is refused as one without a password, and others sign in', async () => {
  expect(COSTLY.map(workOf)).toEqual(COSTLY.map(() => null));
  expect(COSTLY.every(isHashOutOfBounds)).toBe(true);
  const before = await hashOf(userIdOf('Student'));
  const now = workNow(CHEAP);
  for (const hash of COSTLY) {
    await keep(userIdOf('Student'), hash);
    expect([await works(hash), await works(undefined)]).toEqual([[now], [now]]);
    expect(await isPassword(server.database, hash, PASSWORD, CHEAP)).toBe(false);
  }
  await keep(userIdOf('Student'), COSTLY[0] ?? '');
  const refused = await server.client().post(PATHS.login, { email: emailOf('Student'), password: PASSWORD });
  expect(refused).toMatchObject({ status: 401 });
  await server.client().signIn(emailOf('HR'), PASSWORD, null);
  await keep(userIdOf('Student'), before);
});
