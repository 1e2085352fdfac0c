import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PATHS, type LoginResponse } from '#shared/protocol/sync.ts';
import { bulkLoad } from '../database/bulk-load.ts';
import { auditLines } from '../testing/audit-log.ts';
import { operation, type TestClient } from '../testing/client.ts';
import { emailOf, PASSWORD, startTestServer, userIdOf, type TestServer } from '../testing/server.ts';
import { RecentTimes } from './rate-limit.ts';

/** Decision 6: failures of strangers stop strangers, not those whom the server knows. */

const NEW = 'Monsoon over Konkan';

let server: TestServer;
let superAdmin: TestClient;

beforeAll(async () => {
  server = await startTestServer({ configuration: { trustProxy: 1 } });
  superAdmin = await server.signIn('Super Admin');
});
afterAll(() => server.stop());

interface Attempt {
  email: string;
  password: string;
  from: string;
  desk?: { id: string; name: string; proof?: string };
}

interface Told {
  status: number;
  seconds: number;
  body: LoginResponse & { code?: string; error?: string };
}

/** A sign-in that comes through the proxy from an address. */
async function login({ from, ...body }: Attempt): Promise<Told> {
  const answer = await fetch(server.url + PATHS.login, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': from },
    body: JSON.stringify(body),
  });
  return {
    status: answer.status,
    seconds: Number(answer.headers.get('retry-after') ?? 0),
    body: (await answer.json()) as Told['body'],
  };
}

/** A user of the test's own, with the password of all. */
async function newcomer(name: string): Promise<{ id: string; email: string }> {
  const id = `user-${name}`;
  const email = `${name}@office.test`;
  await bulkLoad(server.database, 'user', [{ _id: id, name, email, isActive: true }]);
  await server.database.write((trx) =>
    trx.all(
      `INSERT INTO "credentials" ("userId", "hash", "changedAt")
       SELECT ?, "hash", ? FROM "credentials" WHERE "userId" = ?`,
      [id, new Date().toISOString(), userIdOf('HR')],
    ),
  );
  return { id, email };
}

const ATTACKER = (at: number): string => `198.51.100.${at}`;

/** Ten wrong passwords from each of so many addresses; gives the status of each. */
async function attack(email: string, addresses: readonly string[], password = 'not this'): Promise<number[]> {
  const statuses: number[] = [];
  for (const from of addresses) {
    for (let at = 0; at < 10; at += 1) statuses.push((await login({ email, password, from })).status);
  }
  return statuses;
}

const addresses = (count: number): string[] => Array.from({ length: count }, (_, at) => ATTACKER(at + 1));

test('who signs in without end with the right password is stopped, a closed account too, and leaves no more lines', async () => {
  const { id, email } = await newcomer('without-end');
  const others = await newcomer('beside-it');
  const now = Date.now();
  const fill = (count: number): Promise<unknown> =>
    server.database.write((trx) =>
      new RecentTimes('right password', 3_600_000).keep(
        trx,
        id,
        Array.from({ length: count }, (_, at) => now - 3_000_000 + at),
      ),
    );
  const lines = async (): Promise<number> =>
    (await auditLines(server.database, 'sign-in')).filter(({ userId }) => userId === id).length;
  const from = ATTACKER(77);
  await fill(499);
  expect((await login({ email, password: PASSWORD, from })).status).toBe(200);
  for (let at = 0; at < 12; at += 1) {
    const refused = await login({ email, password: PASSWORD, from });
    expect([refused.status, refused.body.error]).toEqual([
      429,
      'This account is signed in to again and again. Wait 10 minutes and try again.',
    ]);
  }
  expect(await lines()).toBe(1);
  // It was no failure: nobody else is stopped by it, nor is the user when the hour is over.
  expect((await login({ email: others.email, password: PASSWORD, from })).status).toBe(200);
  await fill(0);
  expect((await login({ email, password: PASSWORD, from })).status).toBe(200);

  await superAdmin.push(operation('update', 'user', id, { isActive: false }, 1e9));
  await fill(501);
  expect((await login({ email, password: PASSWORD, from })).status).toBe(429);
  expect(await lines()).toBe(2);
});

describe('strangers who fail', () => {
  test('a hundred times from ten addresses lock neither a known desk nor a known address of the account', async () => {
    const { email } = await newcomer('asha');
    const desk = { id: 'desk of asha', name: 'PC' };
    const first = await login({ email, password: PASSWORD, from: '203.0.113.7', desk });
    const { deskProof } = first.body;
    expect(first).toMatchObject({ status: 200, body: { deskProof: expect.stringMatching(/^[\w-]{43}$/) } });
    expect(new Set(await attack(email, addresses(10)))).toEqual(new Set([401]));
    // Strangers are stopped, also with the right password and with the desk's id, which everybody may see.
    for (const stranger of [{}, { desk }, { desk: { ...desk, proof: 'x'.repeat(43) } }]) {
      const refused = await login({ email, password: PASSWORD, from: ATTACKER(77), ...stranger });
      expect(refused).toMatchObject({ status: 429, body: { code: 'too-many-requests' } });
    }
    const known = { ...desk, proof: deskProof ?? '' };
    const elsewhere = await login({ email, password: PASSWORD, from: ATTACKER(77), desk: known });
    expect(elsewhere).toMatchObject({ status: 200 });
    // A desk that is known already keeps what it has.
    expect(elsewhere.body.deskProof).toBeUndefined();
    expect(await login({ email, password: PASSWORD, from: '203.0.113.7' })).toMatchObject({ status: 200 });
  });

  test('two hundred times behind one router do not lock the office behind it, only strangers to it', async () => {
    const office = '203.0.113.50';
    const one = await newcomer('ravi');
    const other = await newcomer('meena');
    const third = await newcomer('tara');
    await login({ email: one.email, password: PASSWORD, from: office });
    await login({ email: other.email, password: PASSWORD, from: office });
    for (let at = 0; at < 25; at += 1) await attack(`guess-${at}@office.test`, [office]);
    expect((await login({ email: third.email, password: PASSWORD, from: office })).status).toBe(429);
    expect((await login({ email: one.email, password: PASSWORD, from: office })).status).toBe(200);
    expect((await login({ email: other.email, password: PASSWORD, from: office })).status).toBe(200);
    expect((await login({ email: third.email, password: PASSWORD, from: '203.0.113.51' })).status).toBe(200);
  });

  test('at a known address or a known desk are limited too, each for itself', async () => {
    const { email } = await newcomer('kiran');
    const from = '203.0.113.60';
    const desk = { id: 'desk of kiran', name: 'PC' };
    const { body } = await login({ email, password: PASSWORD, from, desk });
    const known = { ...desk, proof: body.deskProof ?? '' };
    const atAddress = [...(await attack(email, [from])), ...(await attack(email, [from]))];
    expect(atAddress).toEqual([...Array<number>(10).fill(401), ...Array<number>(10).fill(429)]);
    expect((await login({ email, password: PASSWORD, from })).status).toBe(429);
    // The colleague who did that has not locked the user's own PC, which has ten more.
    for (let at = 0; at < 10; at += 1) {
      expect((await login({ email, password: 'not this', from, desk: known })).status).toBe(401);
    }
    expect((await login({ email, password: PASSWORD, from, desk: known })).status).toBe(429);
  });

  test('in one IPv6 network of a customer count together, and an IPv4 address counts as itself', async () => {
    const { email } = await newcomer('leela');
    const guesses = await Promise.all(
      Array.from({ length: 12 }, (_, at) =>
        login({ email, password: 'not this', from: `2001:db8:1:2:${at + 1}::${at}` }),
      ),
    );
    const statuses = guesses.map(({ status }) => status);
    expect(statuses.filter((status) => status === 401)).toHaveLength(10);
    expect((await login({ email, password: 'not this', from: '2001:db8:1:3::1' })).status).toBe(401);
    const mapped = await newcomer('mohan');
    for (let at = 0; at < 10; at += 1) {
      const from = at % 2 === 0 ? '192.0.2.9' : '::ffff:192.0.2.9';
      expect((await login({ email: mapped.email, password: 'not this', from })).status).toBe(401);
    }
    for (const from of ['192.0.2.9', '::ffff:192.0.2.9', '::ffff:c000:209']) {
      expect((await login({ email: mapped.email, password: PASSWORD, from })).status).toBe(429);
    }
    expect((await login({ email: mapped.email, password: PASSWORD, from: '192.0.2.10' })).status).toBe(200);
  });
});

describe('the counters of an account', () => {
  test('are cleared by a new password', async () => {
    const { id, email } = await newcomer('neha');
    await attack(email, addresses(11));
    expect((await login({ email, password: PASSWORD, from: ATTACKER(99) })).status).toBe(429);
    expect((await superAdmin.put(`/api/users/${id}`, { password: NEW })).status).toBe(200);
    expect((await login({ email, password: NEW, from: ATTACKER(99) })).status).toBe(200);
  });

  test('do not count a right password at a closed account, and count a wrong one', async () => {
    const { id, email } = await newcomer('vijay');
    const from = '203.0.113.80';
    await superAdmin.push(operation('update', 'user', id, { isActive: false }));
    for (let at = 0; at < 15; at += 1) {
      const refused = await login({ email, password: PASSWORD, from });
      expect(refused).toMatchObject({ status: 401, body: { code: 'account-closed' } });
    }
    await superAdmin.push(operation('update', 'user', id, { isActive: true }));
    expect((await login({ email, password: PASSWORD, from })).status).toBe(200);
    await superAdmin.push(operation('update', 'user', id, { isActive: false }));
    await attack(email, [from]);
    expect((await login({ email, password: PASSWORD, from })).status).toBe(429);
  });

  test('are not the next one’s who is given the email, nor are known desks and sessions', async () => {
    const { id, email } = await newcomer('given');
    const from = '203.0.113.90';
    const desk = { id: 'desk of given', name: 'PC' };
    const { body } = await login({ email, password: PASSWORD, from, desk });
    await attack(email, addresses(11));
    await superAdmin.push(operation('delete', 'user', id));
    const known = { ...desk, proof: body.deskProof ?? '' };
    const added = await superAdmin.post<{ _id: string }>('/api/users', {
      name: 'Next',
      email,
      password: NEW,
    });
    expect(added.status).toBe(201);
    expect((await login({ email, password: PASSWORD, from: ATTACKER(98) })).status).toBe(401);
    expect((await login({ email, password: NEW, from: ATTACKER(98) })).status).toBe(200);
    const places = await server.database.all('SELECT "userId" FROM "known_places" WHERE "userId" = ?', [id]);
    expect(places).toEqual([]);
    // The old one's desk is a stranger to the newcomer.
    await attack(email, addresses(11));
    const stranger = await login({ email, password: NEW, from: ATTACKER(97), desk: known });
    expect(stranger.status).toBe(429);
    const old = await server.client().post(PATHS.refresh, { refreshToken: body.refreshToken });
    expect(old).toMatchObject({ status: 401, body: { code: 'account-closed' } });
  });
});

test('a device that was signed out from elsewhere is not known any more', async () => {
  const desk = { id: 'lost desk', name: 'Lost' };
  const email = emailOf('Admin');
  const { body } = await login({ email, password: PASSWORD, from: '203.0.113.20', desk });
  const admin = await server.signIn('Admin', 'here');
  const list = await admin.get<{ _id: string; device: string | null }[]>(PATHS.sessions);
  const lost = list.body.find(({ device }) => device === 'Lost');
  expect((await admin.delete(`${PATHS.sessions}/${lost?._id}`)).status).toBe(204);
  await attack(email, addresses(11));
  const known = { ...desk, proof: body.deskProof ?? '' };
  expect((await login({ email, password: PASSWORD, from: ATTACKER(96), desk: known })).status).toBe(429);
});

test('the present password is asked for ten times in each session, and stops no other session or sign-in', async () => {
  const thief = await server.signIn('HR', 'stolen');
  const own = await server.signIn('HR', 'own');
  const guess = (client: TestClient, currentPassword: string): Promise<number> =>
    client.put(PATHS.me, { password: NEW, currentPassword }).then(({ status }) => status);
  const statuses: number[] = [];
  for (let at = 0; at < 12; at += 1) statuses.push(await guess(thief, `not this ${at}`));
  expect(statuses).toEqual([...Array<number>(10).fill(422), 429, 429]);
  expect(await guess(own, PASSWORD)).toBe(200);
  expect((await login({ email: emailOf('HR'), password: NEW, from: ATTACKER(95) })).status).toBe(200);
});
