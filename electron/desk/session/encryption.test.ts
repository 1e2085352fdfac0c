import { existsSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { newId } from '#shared/model/new-id.ts';
import { readPrivateJson, writePrivateJson } from '../storage/data-folders.ts';
import { KEY_FILES } from '../storage/key-file.ts';
import { newAccount, resetPassword, type Account } from '../testing/accounts.ts';
import { fileNamed, filesBelow, foundInTheClear } from '../testing/folder-contents.ts';
import { keysOf, openKept } from '../testing/kept-keys.ts';
import { pdf } from '../testing/made-documents.ts';
import { openOffice } from '../testing/office.ts';
import { picture } from '../testing/pictures.ts';
import { create, edit } from '../testing/record-steps.ts';
import { memoryKeychain, noKeychain, PASSWORD, STRONG_PASSWORD, TestDesk } from '../testing/test-desk.ts';
import { KeptSession, SafeKeychain, type Keychain } from './kept-session.ts';
import { SessionStore } from './session-store.ts';
import { Workspace } from '../workspace/workspace.ts';
import { catchUp } from './kept-data.ts';

/** What a user's data on this computer is worth to whoever has its disk: nothing. */

const office = openOffice();
const PERSON = { fullName: 'Meera Iyer', mobile: '98200 12345', email: 'meera@mail.test', city: 'Latur' };
const NEXT = 'Copper lantern 57';

async function open(folder: string, keychain: Keychain = noKeychain): Promise<TestDesk> {
  const desk = await TestDesk.open(folder, office.network.url, keychain);
  office.desks.push(desk);
  return desk;
}

async function close(desk: TestDesk): Promise<void> {
  office.desks.splice(office.desks.indexOf(desk), 1);
  await desk.close();
}

const waiting = async (desk: TestDesk): Promise<number> => (await desk.call('sync.status', {})).waiting;
const notices = async (desk: TestDesk): Promise<string[]> =>
  (await desk.call('sync.status', {})).notices.map(({ message }) => message);
const total = async (desk: TestDesk): Promise<number> =>
  (await desk.call('records.list', { entity: 'candidate', list: 'candidates', offset: 0, limit: 1 })).total ??
  0;

/** An account's folder with a change that waits; the network is cut. */
async function withWaiting(keychain?: Keychain): Promise<{ folder: string; account: Account }> {
  const administrator = await office.deskOf('superadmin');
  const account = await newAccount(office.server.url, administrator, 'Admin');
  const folder = office.newFolder();
  const desk = await open(folder, keychain);
  await desk.call('session.signIn', { email: account.email, password: STRONG_PASSWORD });
  await desk.inStep();
  office.network.cut();
  await create(desk, 'candidate', PERSON);
  await close(desk);
  return { folder, account };
}

describe('after a day of work', () => {
  it('no byte in the folder tells a name, a number, an address, a token or a key', async () => {
    const folder = office.newFolder();
    const sealed: string[] = [];
    const memory = memoryKeychain();
    const keychain: Keychain = { ...memory, seal: (text) => (sealed.push(text), memory.seal(text)) };
    const desk = await open(folder, keychain);
    await desk.signIn('superadmin');
    await desk.inStep();
    const png = picture('picture of Meera');
    const { hash } = await desk.call('files.add', { base64: png.toString('base64') });
    const id = await create(desk, 'candidate', { ...PERSON, profilePicture: hash });
    const base64 = pdf(['Curriculum of Meera Iyer in Latur']).toString('base64');
    await desk.call('documents.add', {
      id: newId(),
      about: { entity: 'candidate', id },
      name: 'Meera Iyer.pdf',
      kind: 'CV',
      base64,
    });
    await desk.inStep();
    await desk.call('files.get', { hash, size: 'thumbnail' });
    office.network.cut();
    await edit(desk, id, { city: 'Wardha', remarks: 'She called from Sangli' });
    await desk.call('records.list', {
      entity: 'candidate',
      list: 'candidates',
      search: 'meera',
      offset: 0,
      limit: 5,
    });
    const { rows } = await desk.call('records.list', {
      entity: 'candidate',
      list: 'candidates',
      offset: 0,
      limit: 200,
    });
    const { user } = await desk.call('session.get', {});
    const [keys] = keysOf(dirname(fileNamed(folder, 'outbox.db')));
    if (!user || !keys) throw new Error('Nobody is signed in');
    const told = [
      ...Object.values(PERSON),
      'Wardha',
      'Sangli',
      '9820012345',
      'Curriculum',
      'picture of',
      user.name,
      user.email,
      'Super Admin',
      'superadmin',
      PASSWORD,
      'CREATE TABLE',
      'refreshToken',
      ...rows.flatMap((row) => ['fullName', 'email', 'mobile'].map((name) => String(row[name]))),
      ...sealed,
      png.subarray(0, 16),
      Buffer.from('%PDF'),
      Buffer.from('SQLite format 3'),
      keys.key,
      keys.files,
      keys.outbox.key,
      keys.cache.key,
      keys.key.toString('base64'),
      keys.key.toString('hex'),
    ].filter((text) => text.length > 3);
    expect(told.length).toBeGreaterThan(300);
    const inFolder = (): string[] =>
      // The lock of the folder is an empty database of its own.
      foundInTheClear(folder, told).filter((found) => !found.endsWith('lock.db'));
    // While it is open, as a kill leaves it, and after it was closed.
    expect(inFolder()).toEqual([]);
    await close(desk);
    expect(inFolder()).toEqual([]);
    expect(filesBelow(folder).some((path) => path.endsWith(hash))).toBe(true);
  }, 60_000);
});

describe('what waits to be sent is opened', () => {
  it('by the keychain at the next start', async () => {
    const keychain = memoryKeychain();
    const { folder } = await withWaiting(keychain);
    const again = await open(folder, keychain);
    expect([await waiting(again), (await total(again)) > 300]).toEqual([1, true]);
  });

  it('by the password where the keychain has lost the key at the next start', async () => {
    const keychain = memoryKeychain();
    const { folder, account } = await withWaiting(keychain);
    let opened = 0;
    const forgetful: Keychain = {
      ...keychain,
      open: (sealed) => {
        opened += 1;
        return opened === 1 ? keychain.open(sealed) : Promise.reject(new Error('The keychain is locked'));
      },
    };
    const again = await open(folder, forgetful);
    expect(await again.call('session.get', {})).toMatchObject({ user: null, notice: null });
    await again.call('session.signIn', { email: account.email, password: STRONG_PASSWORD });
    expect(await waiting(again)).toBe(1);
  });

  it('by the password without the server, and by no other password', async () => {
    const { folder, account } = await withWaiting();
    const again = await open(folder);
    const { email } = account;
    await expect(again.call('session.signIn', { email, password: NEXT })).rejects.toMatchObject({
      code: 'unauthenticated',
    });
    await again.call('session.signIn', { email, password: STRONG_PASSWORD });
    expect([await waiting(again), (await total(again)) > 300]).toEqual([1, true]);
  });

  it('after an administrator has set another password, by the next sign-in, and is sent', async () => {
    const { folder, account } = await withWaiting();
    await resetPassword(office.server.url, account, NEXT);
    office.network.mend();
    const again = await open(folder);
    const { email } = account;
    // The old one opens nothing here any more, with and without the server.
    await expect(again.call('session.signIn', { email, password: STRONG_PASSWORD })).rejects.toMatchObject({
      code: 'unauthenticated',
    });
    office.network.cut();
    await expect(again.call('session.signIn', { email, password: STRONG_PASSWORD })).rejects.toMatchObject({
      code: 'offline',
    });
    office.network.mend();
    await again.call('session.signIn', { email, password: NEXT });
    await again.inStep();
    const found = { entity: 'candidate', list: 'candidates', search: PERSON.city } as const;
    const { total: sent } = await again.call('records.list', { ...found, offset: 0, limit: 1 });
    expect(sent).toBeGreaterThan(0);
    expect(await notices(again)).toEqual([]);
  }, 30_000);

  it('from a folder of an earlier version, which is taken over once and keeps nothing plain', async () => {
    const keychain = memoryKeychain();
    const { folder, account } = await withWaiting(keychain);
    const user = dirname(fileNamed(folder, 'outbox.db'));
    for (const name of ['outbox.db', 'cache.db']) {
      const db = openKept(join(user, name));
      const plain = db.serialize();
      db.close();
      writeFileSync(join(user, name), plain);
    }
    for (const name of KEY_FILES) rmSync(join(user, name));
    const file = join(user, 'session.json');
    const { email: _mark, ...saved } = readPrivateJson(file) as { email: unknown; user: object };
    const former = { _id: account.id, name: 'Person', email: account.email, role: 'Admin' };
    writePrivateJson(file, { ...saved, user: former });
    const told = [PERSON.fullName, PERSON.city, account.email, '@example.com'];
    expect(foundInTheClear(user, told).length).toBeGreaterThan(3);
    const again = await open(folder, keychain);
    expect([await waiting(again), (await total(again)) > 300]).toEqual([1, true]);
    await close(again);
    expect(foundInTheClear(user, [...told, 'SQLite format 3'])).toEqual([]);
    const byPassword = await open(folder);
    await byPassword.call('session.signIn', { email: account.email, password: STRONG_PASSWORD });
    expect([await waiting(byPassword), (await total(byPassword)) > 300]).toEqual([1, true]);
  }, 30_000);
});

function flipped(box: string): string {
  const bytes = Buffer.from(box, 'base64');
  bytes[40] = (bytes[40] ?? 0) ^ 1;
  return bytes.toString('base64');
}

describe('a key', () => {
  const user = { _id: 'u1', name: 'Asha Rao', email: 'asha@demo.test', role: 'Admin' };
  const keychain = new SafeKeychain(noKeychain, () => undefined);
  const escrow = (): string => randomBytes(32).toString('base64');

  async function signedIn(store: SessionStore, password: string, dataKey?: string): Promise<Workspace> {
    const answer = { user, refreshToken: 'r', ...(dataKey === undefined ? {} : { dataKey }) };
    const { keys } = await KeptSession.begin(store, keychain, answer, password);
    const folder = store.folderOf(user);
    catchUp({ folder, nativeBinding: undefined, keys });
    return new Workspace(folder, user, undefined, undefined, keys);
  }

  function write(workspace: Workspace): void {
    workspace.writer.save({ entity: 'candidate', id: null, base: null, changes: PERSON }, workspace.actor);
    workspace.close();
  }

  it('that is lost, with the server’s too, puts the outbox aside whole and says so plainly', async () => {
    const store = new SessionStore(office.newFolder());
    write(await signedIn(store, 'one', escrow()));
    const folder = store.folderOf(user);
    const before = readFileSync(join(folder, 'outbox.db'));
    const later = await signedIn(store, 'two', escrow());
    expect(later.outbox.unsentCount()).toBe(0);
    const [notice] = later.outbox.notices.all();
    expect(notice?.message).toMatch(
      /could not be opened: it was locked with a key that is gone\. Changes made on this computer up to .* are missing\. Look/,
    );
    expect(later.outbox.notices.all()).toHaveLength(1);
    later.close();
    expect(readFileSync(join(folder, 'locked-1-outbox.db')).equals(before)).toBe(true);
    expect(KEY_FILES.every((name) => existsSync(join(folder, `locked-1-${name}`)))).toBe(true);
  });

  it('of the password is enough where the server gives none, also after only it may say yes', async () => {
    const store = new SessionStore(office.newFolder());
    write(await signedIn(store, 'one'));
    store.closeOffline(user);
    expect(store.read(store.folderOf(user))?.passwordLock).toBeNull();
    const later = await signedIn(store, 'one');
    expect([later.outbox.unsentCount(), later.outbox.notices.all()]).toEqual([1, []]);
    later.close();
  });

  it('of another user’s folder opens nothing, nor does one of which a bit is another', async () => {
    const store = new SessionStore(office.newFolder());
    const dataKey = escrow();
    write(await signedIn(store, 'one', dataKey));
    for (const name of KEY_FILES) {
      const path = join(store.folderOf(user), name);
      const kept = readPrivateJson(path) as { bySession: string[]; byServer: string };
      const bySession = kept.bySession.map(flipped);
      writePrivateJson(path, { ...kept, bySession, byServer: flipped(kept.byServer) });
    }
    const later = await signedIn(store, 'one', dataKey);
    expect(later.outbox.unsentCount()).toBe(0);
    expect(later.outbox.notices.all()).toHaveLength(1);
    later.close();
  });

  it('is there: then a plain database in its place is not believed', async () => {
    const store = new SessionStore(office.newFolder());
    const dataKey = escrow();
    write(await signedIn(store, 'one', dataKey));
    const folder = store.folderOf(user);
    for (const name of ['outbox.db', 'cache.db']) rmSync(join(folder, name));
    const foreign = new Workspace(folder, user, undefined);
    foreign.writer.save({ entity: 'candidate', id: null, base: null, changes: PERSON }, foreign.actor);
    foreign.close();
    const later = await signedIn(store, 'one', dataKey);
    expect(later.outbox.unsentCount()).toBe(0);
    expect(later.outbox.notices.all()[0]?.message).toContain('was damaged');
    later.close();
  });

  it.each([false, true])(
    'is there after an earlier version was started again: what waited comes back, and nothing stays plain (killed in between: %s)',
    async (isKilled) => {
      const store = new SessionStore(office.newFolder());
      const dataKey = escrow();
      write(await signedIn(store, 'one', dataKey));
      const folder = store.folderOf(user);
      const move = (from: string, to: string): void => {
        for (const end of ['', '-wal', '-shm'])
          if (existsSync(join(folder, from + end)))
            renameSync(join(folder, from + end), join(folder, to + end));
      };
      // That version takes what is encrypted for damaged, puts it aside, and goes on in plain.
      move('outbox.db', 'outbox.db.damaged-1');
      move('cache.db', 'cache.db.damaged');
      const earlier = new Workspace(folder, user, undefined);
      const changes = { fullName: 'Zarqaplain', mobile: '98200 54321', email: 'zarqa@mail.test' };
      earlier.writer.save({ entity: 'candidate', id: null, base: null, changes }, earlier.actor);
      earlier.close();
      if (isKilled) move('outbox.db', 'outbox.db.damaged-2');

      for (const _start of ['first', 'second']) {
        const later = await signedIn(store, 'one', dataKey);
        expect(later.outbox.unanswered().map((each) => each.changes['fullName'])).toEqual([PERSON.fullName]);
        expect(later.outbox.notices.all().map(({ message }) => message)).toMatchObject([
          expect.stringContaining('Changes made'),
        ]);
        later.close();
        const plain = readdirSync(folder).filter(
          (name) =>
            statSync(join(folder, name)).isFile() && readFileSync(join(folder, name)).includes('Zarqaplain'),
        );
        expect(plain).toEqual([]);
      }
    },
  );
});
