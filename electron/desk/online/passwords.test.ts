import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { openOffice } from '../testing/office.ts';
import { noKeychain, PASSWORD, STRONG_PASSWORD, TestDesk } from '../testing/test-desk.ts';
import { until } from '../testing/until.ts';

const NEW = 'Monsoon over Konkan';
const NEWER = 'Winter lamps in Nagpur';
const office = openOffice();

async function open(
  path = office.newFolder(),
  url = office.network.url,
): Promise<{ desk: TestDesk; path: string }> {
  const desk = await TestDesk.open(path, url, noKeychain);
  office.desks.push(desk);
  return { desk, path };
}

async function signedIn(
  email: string,
  password = PASSWORD,
  url = office.network.url,
): Promise<{ desk: TestDesk; path: string }> {
  const opened = await open(undefined, url);
  await opened.desk.call('session.signIn', { email, password });
  await opened.desk.inStep();
  return opened;
}

let made = 0;
const newEmail = (): string => `clerk${(made += 1)}@demo.test`;

/** An employee added on the desk, saved and nothing more. */
async function added(desk: TestDesk, email = newEmail()): Promise<{ id: string; email: string }> {
  const { record } = await desk.call('records.save', {
    entity: 'user',
    id: null,
    base: null,
    changes: { name: `Clerk ${email}`, email },
  });
  return { id: record._id, email };
}

const userIdOf = async (desk: TestDesk): Promise<string> =>
  (await desk.call('session.get', {})).user?._id ?? '';

/** Every file under the folders, with its content. */
function contents(...paths: string[]): { name: string; bytes: Buffer }[] {
  return paths.flatMap((path) =>
    readdirSync(path, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .map((name) => ({ name, bytes: readFileSync(name) })),
  );
}

describe('decision 5: setting a password', () => {
  it('follows the saving of a new employee, who signs in with it; a Super Admin sees it', async () => {
    const { desk, path } = await signedIn('superadmin@demo.test');
    const { id, email } = await added(desk);
    expect(await desk.call('password.set', { userId: id, password: NEW })).toBe(null);
    expect(await desk.call('password.view', { userId: id })).toEqual({ password: NEW, kept: true });
    const clerk = await signedIn(email, NEW);
    expect((await clerk.desk.call('session.get', {})).user?.email).toBe(email);
    // Its wording is in none of the files here, and in none of the server's.
    expect(desk.logged.join('\n')).not.toContain(NEW);
    for (const { name, bytes } of contents(path, clerk.path, office.serverData.path)) {
      expect([name, bytes.includes(NEW)]).toEqual([name, false]);
    }
  });

  it('says so where the server refuses the new employee', async () => {
    const { desk } = await signedIn('superadmin@demo.test');
    const elsewhere = await signedIn('superadmin@demo.test', PASSWORD, office.server.url);
    office.network.cut();
    const { id, email } = await added(desk);
    await added(elsewhere.desk, email);
    await elsewhere.desk.inStep();
    office.network.mend();
    const result = desk.call('password.set', { userId: id, password: NEW });
    await expect(result).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringMatching(
        /^The server did not add this employee, .*already an employee/,
      ) as string,
    });
  });

  it('needs the server, and leaves nothing waiting', async () => {
    const { desk, path } = await signedIn('superadmin@demo.test');
    const own = await userIdOf(desk);
    office.network.cut();
    await expect(desk.call('password.set', { userId: own, password: NEW })).rejects.toMatchObject({
      code: 'offline',
      message: 'Setting a password needs the server. Connect, then try again.',
    });
    const { id } = await added(desk);
    await expect(desk.call('password.set', { userId: id, password: NEW })).rejects.toMatchObject({
      code: 'offline',
    });
    await expect(desk.call('password.view', { userId: id })).rejects.toMatchObject({
      code: 'offline',
      message: 'Reading a password needs the server. Connect, then try again.',
    });
    expect((await desk.call('sync.status', {})).waiting).toBe(1);
    expect(contents(path).filter(({ bytes }) => bytes.includes(NEW))).toEqual([]);
  });

  it('says what the server refuses, by field', async () => {
    const { desk } = await signedIn('hr@demo.test');
    const userId = await userIdOf(desk);
    const wrong = { userId, password: NEW, currentPassword: 'wrong' };
    await expect(desk.call('password.set', wrong)).rejects.toMatchObject({
      code: 'invalid',
      fields: [{ field: 'currentPassword' }],
    });
    const short = { userId, password: 'short', currentPassword: PASSWORD };
    await expect(desk.call('password.set', short)).rejects.toMatchObject({
      code: 'invalid',
      fields: [{ field: 'password', message: 'Password must have 10 to 200 characters' }],
    });
    const weak = { userId, password: 'Nagpur@2026', currentPassword: PASSWORD };
    await expect(desk.call('password.set', weak)).rejects.toMatchObject({
      code: 'invalid',
      fields: [
        { field: 'password', message: expect.stringMatching(/guessed soon\. Choose three/) as string },
      ],
    });
    await expect(desk.call('password.view', { userId })).rejects.toMatchObject({ code: 'forbidden' });
  });
});

describe('after changing the own password', () => {
  async function clerk(): Promise<{ email: string; userId: string }> {
    const administrator = await signedIn('superadmin@demo.test');
    const { id, email } = await added(administrator.desk);
    await administrator.desk.call('password.set', { userId: id, password: STRONG_PASSWORD });
    const role = { userEmail: email, roleName: 'HR' };
    await administrator.desk.call('records.save', {
      entity: 'roleAssignment',
      id: null,
      base: null,
      changes: role,
    });
    await administrator.desk.inStep();
    return { email, userId: id };
  }

  it('this desk goes on and signs in offline with the new one; another desk is asked to sign in again', async () => {
    const { email, userId } = await clerk();
    const { desk, path } = await signedIn(email, STRONG_PASSWORD);
    const elsewhere = await signedIn(email, STRONG_PASSWORD);
    await desk.call('password.set', { userId, password: NEW, currentPassword: STRONG_PASSWORD });
    const state = await until('told', async () => {
      const now = await elsewhere.desk.call('session.get', {});
      return now.user === null && now;
    });
    expect(state.notice).toBe('Your password was changed. Sign in with the new one.');
    await desk.call('sync.now', {});
    await desk.inStep();
    expect((await desk.call('session.get', {})).user?._id).toBe(userId);

    office.desks.splice(office.desks.indexOf(desk), 1);
    await desk.close();
    office.network.cut();
    const again = await open(path);
    await expect(
      again.desk.call('session.signIn', { email, password: STRONG_PASSWORD }),
    ).rejects.toMatchObject({
      code: 'unauthenticated',
    });
    await again.desk.call('session.signIn', { email, password: NEW });
    expect(contents(path).filter(({ bytes }) => bytes.includes(NEW))).toEqual([]);
  });

  it('a desk that was signed in to offline signs in to the server with the new one', async () => {
    const { email, userId } = await clerk();
    const first = await signedIn(email, STRONG_PASSWORD);
    office.desks.splice(office.desks.indexOf(first.desk), 1);
    await first.desk.close();
    office.network.cut();
    const { desk } = await open(first.path);
    await desk.call('session.signIn', { email, password: STRONG_PASSWORD });
    office.network.mend();
    await desk.call('sync.now', {});
    await desk.inStep();
    await desk.call('password.set', { userId, password: NEW, currentPassword: STRONG_PASSWORD });
    // The server forgets its sessions: the desk must open a new one by the password.
    const database = new BetterSqlite3(join(office.serverData.path, 'server.db'));
    database.prepare('DELETE FROM sessions WHERE userId = ?').run(userId);
    database.close();
    office.network.calls.length = 0;
    await desk.call('sync.now', {});
    await desk.inStep();
    expect(office.network.calls).toContain('/api/auths/login');
  });

  it('an answer that got lost is told, and the new one is then the present one', async () => {
    const { email, userId } = await clerk();
    const { desk } = await signedIn(email, STRONG_PASSWORD);
    office.network.loseAnswers(`/api/users/${userId}`, 1);
    const lost = desk.call('password.set', { userId, password: NEW, currentPassword: STRONG_PASSWORD });
    await expect(lost).rejects.toMatchObject({
      code: 'offline',
      message: expect.stringContaining('may be the new one already') as string,
    });
    const old = { userId, password: NEWER, currentPassword: STRONG_PASSWORD };
    await expect(desk.call('password.set', old)).rejects.toMatchObject({ code: 'invalid' });
    await desk.call('password.set', { userId, password: NEWER, currentPassword: NEW });
    const later = await signedIn(email, NEWER);
    expect(await userIdOf(later.desk)).toBe(userId);
  });
});
