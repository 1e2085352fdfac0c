import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { flushFolderNow } from '#shared/node/whole-file.ts';
import { PlainError } from '#shared/protocol/errors.ts';
import { keysFrom, type DataKeys } from './data-keys.ts';
import { setAsideNoFile, writePrivateJson } from './data-folders.ts';
import { codeOfError } from './disk-trouble.ts';
import { finishSealing, replacePlain } from './sealed-file.ts';
import { newKey, seal, unlock, unseal, type PasswordLock } from './session-key.ts';

/**
 * The key of a user's data as it lies in the user's folder: sealed under the key of the kept session, which the password or
 * the keychain opens, and under a key that the server gives that user at each sign-in (decision 43). Never in the open.
 */
const KEY_FILE = 'keys.json';
/** The same once more: nothing else opens what waits to be sent, and one wrong byte would lose it. */
const SECOND_FILE = 'keys-2.json';
export const KEY_FILES = [KEY_FILE, SECOND_FILE] as const;

const keyFileSchema = z.object({
  /** Under the session's key; while that changes, under both. */
  bySession: z.array(z.string()),
  byServer: z.string().nullable(),
  /**
   * The password's lock of the session's key after only the server may open the session again, where no server has given
   * a key: without it what waits to be sent would be lost. It opens no session.
   */
  formerLock: z.object({ salt: z.string(), box: z.string() }).nullable(),
});

type KeyFile = z.infer<typeof keyFileSchema>;

/** What may open the data: the key of the kept session, the key that the server gave. */
export interface Openers {
  session?: Buffer | null | undefined;
  server?: Buffer | null | undefined;
}

const contentSchema = z.object({ dataKey: z.base64() });

const UNREADABLE =
  'A file of this application could not be read on this computer. Wait a moment, then try again; if it stays, restart the computer.';
/** Nothing of a file is there. */
const NOT_THERE: ReadonlySet<string> = new Set(['ENOENT', 'ENOTDIR', 'EISDIR']);

type Read = KeyFile | 'absent' | 'kept';

/** Each of the two; one is kept from us for now where it is there and cannot be read, as by a virus scanner. */
const readEach = (folder: string): Read[] => KEY_FILES.map((name) => readOne(join(folder, name)));

function readOne(path: string): Read {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    return NOT_THERE.has(codeOfError(error)) ? 'absent' : 'kept';
  }
  try {
    return keyFileSchema.parse(JSON.parse(text));
  } catch {
    return 'absent';
  }
}

const usable = (each: Read): KeyFile[] => (typeof each === 'string' ? [] : [each]);

/**
 * What can be used of the files, the first one first.
 * @throws PlainError `unavailable` where nothing can, and a file is only kept from us for now: the folder must not be taken
 * for one without a key
 */
const readAll = (folder: string): KeyFile[] => foundIn(readEach(folder));

function foundIn(each: readonly Read[]): KeyFile[] {
  const found = each.flatMap(usable);
  if (found.length === 0 && each.includes('kept')) throw new PlainError('unavailable', UNREADABLE);
  return found;
}

const NEW_FILE: KeyFile = { bySession: [], byServer: null, formerLock: null };

/**
 * Changes both, each from what it says itself: of two that differ nobody knows here which one is right, and what only one
 * has is the other's too. The first one last: killed in between, it says what is not done yet. On the disk before anything is
 * sealed with it, and no former seal is left in what the disk calls free.
 */
function write(folder: string, change: (kept: KeyFile) => KeyFile): void {
  const each = readEach(folder);
  const found = foundIn(each);
  const byServer = found.find((kept) => kept.byServer !== null)?.byServer ?? null;
  const files = KEY_FILES.map((name, at) => {
    const path = join(folder, name);
    const own = usable(each[at] ?? 'absent')[0] ?? found[0] ?? NEW_FILE;
    return { path, content: change({ ...own, byServer: own.byServer ?? byServer }) };
  });
  for (const { path, content } of files.toReversed()) {
    setAsideNoFile(path);
    finishSealing(path);
    if (existsSync(path)) replacePlain(path, Buffer.from(JSON.stringify(content)));
    else writePrivateJson(path, content);
  }
  flushFolderNow(folder);
}

/** What a process that was killed has left of former seals. */
export function finishKeyFiles(folder: string): void {
  for (const name of KEY_FILES) finishSealing(join(folder, name));
}

/** Whether the folder's data has a key, be it one that cannot be read for now: what is plain in it is then not ours. */
export const hasKey = (folder: string): boolean => readEach(folder).some((each) => each !== 'absent');

/** Whether the server's key opens both files. */
export const isTwofold = (folder: string, server: Buffer): boolean =>
  readEach(folder).every((each) => usable(each).some((kept) => opened([kept], { server }) !== null));

/**
 * The keys of the folder's data; null where there are none, or nothing of this opens them.
 * @throws PlainError `unavailable` where a file that cannot be read for now may be the one that opens
 */
export function openKeys(folder: string, openers: Openers): DataKeys | null {
  const each = readEach(folder);
  const keys = opened(each.flatMap(usable), openers);
  if (!keys && each.includes('kept')) throw new PlainError('unavailable', UNREADABLE);
  return keys;
}

function opened(files: readonly KeyFile[], { session, server }: Openers): DataKeys | null {
  const boxes = files.flatMap(({ bySession, byServer }) => [
    ...(session ? bySession.map((box) => unseal(session, box)) : []),
    ...(server && byServer !== null ? [unseal(server, byServer)] : []),
  ]);
  for (const box of boxes) {
    const content = contentSchema.safeParse(box);
    const key = content.success ? Buffer.from(content.data.dataKey, 'base64') : null;
    if (key?.length === 32) return keysFrom(key);
  }
  return null;
}

export const makeKeys = (): DataKeys => keysFrom(newKey());

/**
 * Seals the key under what is given; what it was sealed under before stays.
 * @param lock of the session's key, where nothing else on the disk opens that yet
 */
export function keepKeys(
  folder: string,
  keys: DataKeys,
  { session, server }: Openers,
  lock: PasswordLock | null = null,
): void {
  write(folder, ({ bySession, byServer, formerLock }) => ({
    bySession: session ? [sealedUnder(session, keys), ...bySession] : bySession,
    byServer: server ? sealedUnder(server, keys) : byServer,
    formerLock: lock ?? formerLock,
  }));
}

/** The same, and the session's key is from now on the only one of a session. */
export function keepOnly(folder: string, keys: DataKeys, session: Buffer): void {
  write(folder, ({ byServer }) => ({
    bySession: [sealedUnder(session, keys)],
    byServer,
    formerLock: null,
  }));
}

const sealedUnder = (under: Buffer, { key }: DataKeys): string =>
  seal(under, { dataKey: key.toString('base64') });

/** The password's locks that are left where only the server may open the session, and has given no key. */
export const formerLocksOf = (folder: string): PasswordLock[] =>
  readAll(folder).flatMap(({ formerLock }) => formerLock ?? []);

/** The session's key as the password opens it by one of these locks. */
export async function formerKeyOf(folder: string, password: string): Promise<Buffer | null> {
  const locks = formerLocksOf(folder);
  for (const [at, lock] of locks.entries()) {
    // Trying one takes a second of the processor.
    const isTried = locks.findIndex(({ box }) => box === lock.box) < at;
    const key = isTried ? null : await unlock(password, lock);
    if (key) return key;
  }
  return null;
}

/** From now on only the key of the server opens the data; where it gave none, the password that did, for whoever signs in. */
export function closeKeys(folder: string, lock: PasswordLock | null): void {
  if (readAll(folder).length === 0) return;
  write(folder, (kept) => {
    if (kept.byServer !== null) return { ...kept, bySession: [], formerLock: null };
    return { ...kept, formerLock: lock ?? kept.formerLock };
  });
}
