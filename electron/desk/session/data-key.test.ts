import { randomBytes } from 'node:crypto';
import {
  closeSync,
  fstatSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { keepKeys, keepOnly, openKeys } from '../storage/key-file.ts';
import { unlock } from '../storage/session-key.ts';
import { noKeychain, temporaryFolder } from '../testing/test-desk.ts';
import { Workspace } from '../workspace/workspace.ts';
import { KeptAccounts } from './kept-accounts.ts';
import { catchUp } from './kept-data.ts';
import { KeptSession, SafeKeychain } from './kept-session.ts';
import { SessionStore } from './session-store.ts';

/** The key of a user's data is the only one to what was not sent: no mishap on the disk makes the desk take another. */

const user = { _id: 'u1', name: 'Asha Rao', email: 'asha@demo.test', role: 'Admin' };
const PERSON = { fullName: 'Meera Iyer', mobile: '98200 12345', email: 'meera@mail.test' };
const dataKey = randomBytes(32).toString('base64');
let root: ReturnType<typeof temporaryFolder>;
let store: SessionStore;
let folder: string;

beforeEach(() => {
  root = temporaryFolder();
  store = new SessionStore(root.path);
  folder = store.folderOf(user);
});
afterEach(() => root.remove());

async function signedIn(given: { dataKey?: string }, account = user): Promise<Workspace> {
  const keychain = new SafeKeychain(noKeychain, () => undefined);
  const answer = { user: account, refreshToken: 'r', ...given };
  const { keys } = await KeptSession.begin(store, keychain, answer, 'one');
  catchUp({ folder: store.folderOf(account), nativeBinding: undefined, keys });
  return new Workspace(store.folderOf(account), account, undefined, undefined, keys);
}

function save(workspace: Workspace): void {
  workspace.writer.save({ entity: 'candidate', id: null, base: null, changes: PERSON }, workspace.actor);
  workspace.close();
}

async function stillThere(given: { dataKey?: string }): Promise<void> {
  const workspace = await signedIn(given);
  expect([workspace.outbox.unsentCount(), workspace.outbox.notices.all()]).toEqual([1, []]);
  workspace.close();
  expect(readdirSync(folder).filter((name) => name.startsWith('locked-'))).toEqual([]);
}

const keyFiles = (): string[] => readdirSync(folder).filter((name) => name.startsWith('keys'));

it('opens with any byte of a file wrong, by the session and by the server', async () => {
  save(await signedIn({ dataKey }));
  const session = await unlock('one', store.read(folder)?.passwordLock ?? { salt: '', box: '' });
  const server = Buffer.from(dataKey, 'base64');
  for (const name of keyFiles()) {
    const sound = readFileSync(join(folder, name));
    for (let at = 0; at < sound.length; at += 1) {
      const wrong = Buffer.from(sound);
      wrong[at] = (wrong[at] ?? 0) ^ 4;
      writeFileSync(join(folder, name), wrong);
      expect([openKeys(folder, { session }), openKeys(folder, { server })]).not.toContain(null);
    }
    writeFileSync(join(folder, name), sound);
  }
  for (const name of keyFiles()) {
    const sound = readFileSync(join(folder, name));
    rmSync(join(folder, name));
    await stillThere({ dataKey });
    expect(readFileSync(join(folder, name))).toHaveLength(sound.length);
  }
});

it('that cannot be read for now is waited for: nothing is put aside, and the next sign-in opens it', async () => {
  save(await signedIn({ dataKey }));
  const names = keyFiles();
  for (const name of names) {
    const path = join(folder, name);
    renameSync(path, `${path}.away`);
    // A link to itself: there, and not to be read.
    symlinkSync(path, path);
  }
  await expect(signedIn({ dataKey })).rejects.toMatchObject({ code: 'unavailable' });
  const saved = store.read(folder);
  const key = await unlock('one', saved?.passwordLock ?? { salt: '', box: '' });
  if (!saved || !key) throw new Error('The session is not kept');
  expect(() => KeptSession.open(store, saved, key)).toThrow('could not be read');
  // Only the server may say yes from now on, and what opens the data where it has no key must not go either.
  store.closeOffline(user);
  const closed = store.read(folder);
  expect([closed?.sealed, closed?.passwordLock === null]).toEqual([null, false]);
  for (const name of names) renameSync(join(folder, `${name}.away`), join(folder, name));
  await stillThere({ dataKey });
});

it.each([[{}], [{ dataKey }]])(
  'of a plain folder is not lost where the desk is killed in a sign-in',
  async (given) => {
    save(new Workspace(folder, user, undefined));
    const write = store.write.bind(store);
    store.write = () => {
      throw new Error('killed');
    };
    await expect(signedIn(given)).rejects.toThrow('killed');
    store.write = write;
    await stillThere(given);
  },
);

it('that a password opened is overwritten where only the server may say yes', async () => {
  save(await signedIn({ dataKey }));
  const former = keyFiles().map((name) => openSync(join(folder, name), 'r'));
  const bytesOf = (file: number): Buffer => {
    const bytes = Buffer.alloc(fstatSync(file).size);
    readSync(file, bytes, 0, bytes.length, 0);
    return bytes;
  };
  expect(former.every((file) => bytesOf(file).includes('bySession'))).toBe(true);
  store.closeOffline(user);
  for (const file of former) {
    expect(bytesOf(file).every((byte) => byte === 0)).toBe(true);
    closeSync(file);
  }
  expect(keyFiles()).toEqual(['keys-2.json', 'keys.json']);
  await stillThere({ dataKey });
});

/** What an older day, a foreign folder or a worn disk left in a file: as it should be, and good for nothing. */
function spoil(name: string, change: (kept: KeyFileContent) => KeyFileContent): void {
  const path = join(folder, name);
  writeFileSync(path, JSON.stringify(change(JSON.parse(readFileSync(path, 'utf8')) as KeyFileContent)));
}

interface KeyFileContent {
  bySession: string[];
  byServer: string | null;
  formerLock: { salt: string; box: string } | null;
}

const otherBox = (box: string): string => box.slice(0, 40) + (box[40] === 'A' ? 'B' : 'A') + box.slice(41);

it.each(['keys.json', 'keys-2.json'])(
  'outlives a wrong seal of the server in %s: the good one is neither copied over nor taken for the same',
  async (name) => {
    save(await signedIn({ dataKey }));
    spoil(name, (kept) => ({ ...kept, byServer: otherBox(kept.byServer ?? '') }));
    // The session ends: the server's seal is all that is left.
    store.closeOffline(user);
    await stillThere({ dataKey });
    spoil(name, (kept) => ({ ...kept, byServer: otherBox(kept.byServer ?? '') }));
    const session = await unlock('one', store.read(folder)?.passwordLock ?? { salt: '', box: '' });
    const keys = openKeys(folder, { session });
    if (!session || !keys) throw new Error('The session opens nothing');
    keepKeys(folder, keys, { session });
    keepOnly(folder, keys, session);
    store.closeOffline(user);
    await stillThere({ dataKey });
  },
);

it('has both files whole again when the server renews the session', async () => {
  save(await signedIn({ dataKey }));
  const server = Buffer.from(dataKey, 'base64');
  for (const name of keyFiles()) {
    spoil(name, (kept) => ({ ...kept, byServer: otherBox(kept.byServer ?? '') }));
    const keychain = new SafeKeychain(noKeychain, () => undefined);
    const saved = store.read(folder);
    const key = await unlock('one', saved?.passwordLock ?? { salt: '', box: '' });
    if (!saved || !key) throw new Error('The session is not kept');
    await KeptSession.open(store, saved, key).renewed(keychain, { user, refreshToken: 'r', dataKey });
    for (const other of keyFiles()) {
      renameSync(join(folder, other), join(folder, 'away'));
      expect(openKeys(folder, { server })).not.toBeNull();
      renameSync(join(folder, 'away'), join(folder, other));
    }
  }
});

it('that a file may open which cannot be read for now is not given up for the other one', async () => {
  save(await signedIn({ dataKey }));
  for (const [first = '', second = ''] of [keyFiles(), keyFiles().toReversed()]) {
    const sound = readFileSync(join(folder, first));
    spoil(first, (kept) => ({ ...kept, bySession: [], byServer: otherBox(kept.byServer ?? '') }));
    renameSync(join(folder, second), join(folder, 'away'));
    symlinkSync(second, join(folder, second));
    await expect(signedIn({ dataKey })).rejects.toMatchObject({ code: 'unavailable' });
    rmSync(join(folder, second));
    renameSync(join(folder, 'away'), join(folder, second));
    writeFileSync(join(folder, first), sound);
  }
  await stillThere({ dataKey });
});

it('is opened by the former password where one of the two locks is wrong, and the server gives no key', async () => {
  save(await signedIn({}));
  store.closeOffline(user);
  for (const name of keyFiles()) {
    spoil(name, (kept) => ({
      ...kept,
      formerLock: kept.formerLock && { ...kept.formerLock, box: otherBox(kept.formerLock.box) },
    }));
    await stillThere({});
    store.closeOffline(user);
  }
});

it('that cannot be read for now keeps nobody from having the data removed, nor the account from being closed', async () => {
  const workspace = await signedIn({ dataKey });
  save(workspace);
  for (const name of keyFiles()) {
    renameSync(join(folder, name), join(folder, `${name}.away`));
    symlinkSync(name, join(folder, name));
  }
  const accounts = new KeptAccounts(store, undefined, () => undefined);
  accounts.lock(user, await accounts.keysBy(user, 'one'));
  expect(readdirSync(folder)).not.toContain('cache.db');
  store.forget(user);
  expect(store.read(folder)?.sealed ?? null).toBeNull();
  for (const name of keyFiles().filter((each) => !each.endsWith('.away')))
    renameSync(join(folder, `${name}.away`), join(folder, name));
  await stillThere({ dataKey });
});

it('that nothing opens any more takes an outbox aside whole whose repair was broken off, and it is told', async () => {
  save(await signedIn({ dataKey }));
  const sealed = readFileSync(join(folder, 'outbox.db'));
  // Killed between the two renames of a repair.
  renameSync(join(folder, 'outbox.db'), join(folder, 'outbox.db.salvaged'));
  for (const name of keyFiles())
    spoil(name, (kept) => ({ bySession: [], byServer: otherBox(kept.byServer ?? ''), formerLock: null }));
  const workspace = await signedIn({ dataKey });
  expect(workspace.outbox.unsentCount()).toBe(0);
  expect(workspace.outbox.notices.all()).toMatchObject([
    { message: expect.stringContaining('locked with a key that is gone') as string },
  ]);
  workspace.close();
  expect(readFileSync(join(folder, 'locked-1-outbox.db')).equals(sealed)).toBe(true);
});

it('of an account that is made again opens nothing of the one before, which is told of where something was done in it', async () => {
  const told = async (account: typeof user): Promise<string[]> => {
    const workspace = await signedIn({}, account);
    new KeptAccounts(store, undefined, () => undefined).tellOfFormer(workspace);
    const messages = workspace.outbox.notices.all().map(({ message }) => message);
    expect(workspace.outbox.unsentCount()).toBe(0);
    workspace.close();
    return messages;
  };
  expect(await told(user)).toEqual([]);
  expect(await told({ ...user, _id: 'u2' })).toEqual([]);
  save(await signedIn({}));
  expect(await told({ ...user, _id: 'u3', email: 'another@demo.test' })).toEqual([]);
  expect(await told({ ...user, _id: 'u4' })).toEqual([
    expect.stringContaining('Another account with your email was used on this computer before.') as string,
  ]);
});
