import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { DeskHost } from '../desk-host.ts';
import { openSqlite } from '../storage/sqlite-file.ts';
import { openKept } from '../testing/kept-keys.ts';
import { newAccount, setRole } from '../testing/accounts.ts';
import { startServerProcess, type ServerProcess } from '../testing/server-process.ts';
import {
  memoryKeychain,
  noKeychain,
  PASSWORD,
  STRONG_PASSWORD,
  temporaryFolder,
  TestDesk,
} from '../testing/test-desk.ts';
import { until } from '../testing/until.ts';
import { WeakNetwork } from '../testing/weak-network.ts';

const PERSON = {
  fullName: 'Meera Iyer',
  mobile: '98200 12345',
  email: 'meera@mail.test',
  city: 'Chandrapur',
};
const candidates = { entity: 'candidate', list: 'candidates', offset: 0, limit: 1 } as const;
const serverData = temporaryFolder();
let server: ServerProcess;
let network: WeakNetwork;
let folder: ReturnType<typeof temporaryFolder>;
let desks: TestDesk[] = [];

beforeAll(async () => {
  server = await startServerProcess(serverData.path);
});

afterAll(async () => {
  await server.stop();
  serverData.remove();
});

beforeEach(async () => {
  network = await WeakNetwork.before(server.url);
  folder = temporaryFolder();
});

afterEach(async () => {
  for (const desk of desks) await desk.close();
  desks = [];
  await network.close();
  folder.remove();
});

async function open(
  keychain: DeskHost['keychain'] = noKeychain,
  path = folder.path,
  url = network.url,
): Promise<TestDesk> {
  const desk = await TestDesk.open(path, url, keychain);
  desks.push(desk);
  return desk;
}

async function restart(desk: TestDesk, keychain?: DeskHost['keychain']): Promise<TestDesk> {
  desks.splice(desks.indexOf(desk), 1);
  await desk.close();
  return open(keychain);
}

async function addPerson(desk: TestDesk): Promise<string> {
  const { record } = await desk.call('records.save', {
    entity: 'candidate',
    id: null,
    base: null,
    changes: PERSON,
  });
  return record._id;
}

const files = (path: string): string[] => readdirSync(path, { recursive: true, encoding: 'utf8' });

describe('signing in', () => {
  it('says what is wrong, and changes nothing', async () => {
    const desk = await open();
    await expect(desk.signIn('superadmin', 'wrong')).rejects.toMatchObject({
      code: 'unauthenticated',
      message: 'Email or password is wrong.',
    });
    await expect(desk.call('records.list', candidates)).rejects.toMatchObject({ code: 'unauthenticated' });
    expect(await desk.call('session.get', {})).toEqual({
      user: null,
      server: 'this computer',
      notEncrypted: false,
      locked: false,
      notice: null,
    });
    expect(await desk.call('sync.status', {})).toMatchObject({ state: 'idle', waiting: 0 });
  });

  it('goes on at a desk where the user has signed in before, while failures of others stop it elsewhere', async () => {
    const otherFolder = temporaryFolder();
    const administrator = await open(noKeychain, otherFolder.path, server.url);
    await administrator.signIn('superadmin');
    await administrator.inStep();
    const { email } = await newAccount(server.url, administrator, 'HR');
    const known = await open();
    await known.call('session.signIn', { email, password: STRONG_PASSWORD });
    await known.call('session.signOut', { evenIfWaiting: false });
    for (let at = 0; at < 10; at += 1) {
      await fetch(`${server.url}/api/auths/login`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email, password: `not this ${at}` }),
      });
    }
    const signIn = { email, password: STRONG_PASSWORD };
    await expect(administrator.call('session.signOut', { evenIfWaiting: true })).resolves.toBeTruthy();
    await expect(administrator.call('session.signIn', signIn)).rejects.toMatchObject({
      code: 'too-many-requests',
    });
    const after = await restart(known);
    expect(await after.call('session.signIn', signIn)).toMatchObject({ user: { email } });
    await administrator.close();
    otherFolder.remove();
  });

  it('offline needs an earlier sign-in on this computer', async () => {
    network.cut();
    const desk = await open();
    await expect(desk.signIn('superadmin')).rejects.toMatchObject({
      code: 'offline',
      message: expect.stringContaining('have not signed in on this computer before') as string,
    });
  });

  it('works offline after one online, and syncs when the network is back', async () => {
    const first = await open();
    await first.signIn('superadmin');
    await first.inStep();
    const desk = await restart(first);
    expect((await desk.call('session.get', {})).user).toBe(null);
    network.cut();
    await expect(desk.signIn('superadmin', 'wrong')).rejects.toMatchObject({ code: 'unauthenticated' });
    await desk.signIn('superadmin');
    expect((await desk.call('records.list', candidates)).total).toBeGreaterThan(300);
    const id = await addPerson(desk);
    await desk.state('offline');
    network.mend();
    await desk.call('sync.now', {});
    await desk.inStep();
    expect(await desk.call('records.get', { entity: 'candidate', id })).toMatchObject({ waiting: false });
  });

  it('offline is slowed down for whoever guesses', async () => {
    const first = await open();
    await first.signIn('superadmin');
    await first.inStep();
    const desk = await restart(first);
    network.cut();
    const codes: string[] = [];
    for (let at = 0; at < 8; at += 1) {
      await desk
        .signIn('superadmin', `guess ${at}`)
        .catch((error: { code: string }) => codes.push(error.code));
    }
    expect(codes.slice(0, 5)).toEqual(Array.from({ length: 5 }, () => 'unauthenticated'));
    expect(codes.at(-1)).toBe('too-many-requests');
  });

  it('keeps neither password nor open token on the disk', async () => {
    const desk = await open(memoryKeychain());
    await desk.signIn('superadmin');
    await desk.inStep();
    for (const name of files(folder.path).filter((each) => each.endsWith('.json'))) {
      const text = readFileSync(join(folder.path, name), 'utf8');
      expect(text).not.toContain(PASSWORD);
      expect(text).not.toMatch(/[0-9a-f-]{36}\.[\w-]{43}/);
    }
  });
});

describe('after an older version of the application took the place of a newer one', () => {
  it('waiting changes that it cannot read stay, it starts and says why, and the newer version sends them', async () => {
    const keychain = memoryKeychain();
    const desk = await open(keychain);
    await desk.signIn('superadmin');
    await desk.inStep();
    network.cut();
    const id = await addPerson(desk);
    desks.splice(desks.indexOf(desk), 1);
    await desk.close();
    const outbox = join(folder.path, files(folder.path).find((name) => name.endsWith('outbox.db')) ?? '');
    const versionOf = (wanted?: number): number => {
      const db = openKept(outbox);
      const found = Number(db.pragma('user_version', { simple: true }));
      if (wanted !== undefined) db.pragma(`user_version = ${wanted}`);
      db.close();
      return found;
    };
    const present = versionOf(999);
    network.mend();

    const older = await open(keychain);
    const sentence = expect.stringContaining('newer version of this application') as string;
    expect(await older.call('session.get', {})).toMatchObject({ user: null, notice: sentence });
    await expect(older.signIn('superadmin')).rejects.toMatchObject({
      code: 'not-supported',
      message: sentence,
    });
    await older.close();
    desks.splice(desks.indexOf(older), 1);

    expect(versionOf(present)).toBe(999);
    const newer = await open(keychain);
    if (!(await newer.call('session.get', {})).user) await newer.signIn('superadmin');
    await newer.inStep();
    expect(await newer.call('records.get', { entity: 'candidate', id })).toMatchObject({
      waiting: false,
      record: PERSON,
    });
  });
});

describe('signing out', () => {
  it('says how many changes wait; they stay, and are sent when the user returns', async () => {
    const desk = await open();
    await desk.signIn('superadmin');
    await desk.inStep();
    network.cut();
    const id = await addPerson(desk);
    await addPerson(desk);
    await expect(desk.call('session.signOut', {})).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringContaining('2 changes') as string,
    });
    await desk.call('session.signOut', { evenIfWaiting: true });
    expect((await desk.call('session.get', {})).user).toBe(null);
    network.mend();
    await desk.signIn('superadmin');
    await desk.inStep();
    expect(await desk.call('records.get', { entity: 'candidate', id })).toMatchObject({
      waiting: false,
      record: PERSON,
    });
  });

  it('does not come back at the next start', async () => {
    const keychain = memoryKeychain();
    const desk = await open(keychain);
    await desk.signIn('superadmin');
    await desk.inStep();
    const reopened = await restart(desk, keychain);
    expect((await reopened.call('session.get', {})).user).not.toBe(null);
    await reopened.inStep();
    await reopened.call('session.signOut', {});
    const again = await restart(reopened, keychain);
    expect((await again.call('session.get', {})).user).toBe(null);
  });

  // Far more than it may take, and less than a call is waited for.
  it(
    'ends on this computer though the server takes calls and answers none',
    { timeout: 20_000 },
    async () => {
      const keychain = memoryKeychain();
      const desk = await open(keychain);
      await desk.signIn('superadmin');
      await desk.inStep();
      network.fallSilent();
      const before = network.calls.length;
      // The first that it does is to renew its key.
      const reopened = await restart(desk, keychain);
      await until('a call of the desk', () => Promise.resolve(network.calls.length > before));
      expect((await reopened.call('session.signOut', {})).user).toBe(null);
      network.mend();
      const again = await restart(reopened, keychain);
      expect((await again.call('session.get', {})).user).toBe(null);
    },
  );
});

describe('a second user of the same computer', () => {
  it('sees and sends nothing of the first', async () => {
    const desk = await open();
    await desk.signIn('superadmin');
    await desk.inStep();
    network.cut();
    await addPerson(desk);
    await desk.call('session.signOut', { evenIfWaiting: true });
    network.mend();
    await desk.signIn('student');
    await desk.inStep();
    expect(await desk.call('sync.status', {})).toMatchObject({ waiting: 0, attention: 0 });
    expect(await desk.call('sync.tray', {})).toEqual([]);
    // Students read their own record, and nobody else's.
    const own = { total: 1, rows: [{ email: 'student@demo.test' }] };
    expect(await desk.call('records.list', candidates)).toMatchObject(own);
    await expect(desk.call('dashboard.stats', {})).rejects.toMatchObject({ code: 'forbidden' });
    const folders = files(folder.path).filter((name) => name.endsWith('outbox.db'));
    expect(folders).toHaveLength(2);
    await desk.call('session.signOut', {});
    await desk.signIn('superadmin');
    await desk.inStep();
    const { rows } = await desk.call('records.list', { ...candidates, search: PERSON.email });
    expect(rows.length).toBeGreaterThan(0);
  });
});

describe('a session that has come to its end by its age', () => {
  it('asks for the password, and keeps the local copy and what waits', async () => {
    const keychain = memoryKeychain();
    const desk = await open(keychain);
    await desk.signIn('hr');
    await desk.inStep();
    network.cut();
    const id = await addPerson(desk);
    const database = openSqlite(join(serverData.path, 'server.db'), { synchronous: 'NORMAL' });
    database.exec(`UPDATE sessions SET createdAt = '2020-01-01T00:00:00.000Z' WHERE endedAt IS NULL`);
    database.close();
    network.mend();
    const after = await restart(desk, keychain);
    await until('the session is over', async () => (await after.call('session.get', {})).user === null);
    expect((await after.call('session.get', {})).notice).toMatch(
      /^You have been signed in here for a long time/,
    );
    expect(files(folder.path).some((name) => name.endsWith('cache.db'))).toBe(true);
    network.cut();
    await expect(after.signIn('hr')).rejects.toMatchObject({ code: 'offline' });
    network.mend();
    await after.signIn('hr');
    // Before anything is fetched: the copy was not made anew.
    expect((await after.call('records.list', candidates)).total).toBeGreaterThan(0);
    await after.inStep();
    expect(await after.call('records.get', { entity: 'candidate', id })).toBeTruthy();
    expect(await after.call('sync.status', {})).toMatchObject({ waiting: 0, attention: 0 });
  });
});

describe('an account that is closed or changed by an administrator', () => {
  it('loses its local copy and the values that waited, keeps their names, and is told why', async () => {
    const otherFolder = temporaryFolder();
    const administrator = await open(noKeychain, otherFolder.path, server.url);
    await administrator.signIn('superadmin');
    await administrator.inStep();
    const { id, email } = await newAccount(server.url, administrator, 'HR');
    const desk = await open();
    await desk.call('session.signIn', { email, password: STRONG_PASSWORD });
    await desk.inStep();
    network.cut();
    await addPerson(desk);
    const view = await administrator.call('records.get', { entity: 'user', id });
    await administrator.call('records.save', {
      entity: 'user',
      id,
      base: view?.base ?? 0,
      changes: { isActive: false },
    });
    await administrator.inStep();
    network.mend();
    await desk.call('sync.now', {});
    const state = await until('told', async () => {
      const now = await desk.call('session.get', {});
      return now.user === null && now;
    });
    expect(state.notice).toContain('deactivated');
    expect(desk.events).toContainEqual({ event: 'session', data: state });
    const left = files(folder.path);
    expect(left.filter((name) => name.includes('cache.db'))).toEqual([]);
    for (const name of left.filter((each) => each.includes('outbox.db'))) {
      expect(readFileSync(join(folder.path, name)).includes(PERSON.city)).toBe(false);
    }
    await expect(desk.call('session.signIn', { email, password: STRONG_PASSWORD })).rejects.toMatchObject({
      code: 'account-closed',
    });
    network.cut();
    await expect(desk.call('session.signIn', { email, password: STRONG_PASSWORD })).rejects.toMatchObject({
      code: 'offline',
    });
    network.mend();

    const closed = await administrator.call('records.get', { entity: 'user', id });
    await administrator.call('records.save', {
      entity: 'user',
      id,
      base: closed?.base ?? 0,
      changes: { isActive: true },
    });
    await administrator.inStep();
    await desk.call('session.signIn', { email, password: STRONG_PASSWORD });
    await desk.inStep();
    const [entry] = await desk.call('sync.tray', {});
    expect(entry).toMatchObject({ kind: 'refused', action: 'create' });
    expect(entry?.fields.map(({ name }) => name)).toContain('city');
    expect(entry?.fields.every(({ value }) => value === null)).toBe(true);
    await administrator.close();
    desks.splice(desks.indexOf(administrator), 1);
    otherFolder.remove();
  });

  it('with another role signs in again and has what that role may see', async () => {
    const otherFolder = temporaryFolder();
    const administrator = await open(noKeychain, otherFolder.path, server.url);
    await administrator.signIn('superadmin');
    await administrator.inStep();
    const account = await newAccount(server.url, administrator, 'HR');
    const { email } = account;
    const desk = await open();
    await desk.call('session.signIn', { email, password: STRONG_PASSWORD });
    await desk.inStep();
    expect((await desk.call('records.list', candidates)).total).toBeGreaterThan(300);
    await setRole(administrator, account, 'Student');
    const state = await until('told', async () => {
      const now = await desk.call('session.get', {});
      return now.user === null && now;
    });
    expect(state.notice).toContain('role');
    await desk.call('session.signIn', { email, password: STRONG_PASSWORD });
    await desk.inStep();
    expect((await desk.call('session.get', {})).user?.role).toBe('Student');
    expect(await desk.call('records.list', candidates)).toEqual({ rows: [], total: 0 });
    await administrator.close();
    desks.splice(desks.indexOf(administrator), 1);
    otherFolder.remove();
  });
});

describe('the system', () => {
  it('opens web, mail, call and chat addresses, and nothing else', async () => {
    const desk = await open();
    for (const url of [
      'https://example.com/',
      'mailto:a@b.test',
      'tel:+919820012345',
      'whatsapp://send?phone=919820012345',
    ]) {
      await desk.call('system.open', { url });
    }
    expect(desk.opened).toHaveLength(4);
    for (const url of [
      'file:///etc/passwd',
      'javascript:alert(1)',
      'smb://host/share',
      'whatsapp://send?phone=91',
      'nonsense',
    ]) {
      await expect(desk.call('system.open', { url })).rejects.toMatchObject({ code: 'forbidden' });
    }
    expect(desk.opened).toHaveLength(4);
  });

  it('opens a few addresses in a short time, and says so to whoever wants more', async () => {
    const desk = await open();
    const ten = Array.from({ length: 10 }, (_, at) =>
      desk.call('system.open', { url: `https://e.test/${at}` }),
    );
    await Promise.all(ten);
    await expect(desk.call('system.open', { url: 'https://e.test/more' })).rejects.toMatchObject({
      code: 'too-many-requests',
      message: 'Many links were opened just now. Wait a few seconds and open this one again.',
    });
    expect(desk.opened).toHaveLength(10);
  });

  it('refuses calls that are not in the contract', async () => {
    const desk = await open();
    await expect(desk.desk.call('records.drop', {})).rejects.toMatchObject({ code: 'bad-request' });
    await expect(desk.desk.call('records.list', { entity: 'candidate' })).rejects.toMatchObject({
      code: 'bad-request',
    });
    await expect(desk.desk.call('constructor', {})).rejects.toMatchObject({ code: 'bad-request' });
  });
});
