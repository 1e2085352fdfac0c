import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { flushFolderNow } from '#shared/node/whole-file.ts';
import { PlainError } from '#shared/protocol/errors.ts';
import { keysFrom, type DataKeys } from './data-keys.ts';
import { setAsideNoFile, writePrivateJson } from './data-folders.ts';
import { codeOfError } from './disk-trouble.ts';
import { finishSealing, replacePlain } from './sealed-file.ts';
import { newKey, seal, unseal, type PasswordLock } from './session-key.ts';

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

/**
 * What is read of the files, the first one first.
 * @throws PlainError `unavailable` where none can be used and one is only kept from us for now, as by a virus scanner: the
 * folder must not be taken for one without a key
 */
function readAll(folder: string): KeyFile[] {
  let isKept = false;
  const found = KEY_FILES.flatMap((name) => {
    let text: string;
    try {
      text = readFileSync(join(folder, name), 'utf8');
    } catch (error) {
      isKept ||= !NOT_THERE.has(codeOfError(error));
      return [];
    }
    return parsed(text);
  });
  if (found.length === 0 && isKept) throw new PlainError('unavailable', UNREADABLE);
  return found;
}

function parsed(text: string): KeyFile[] {
  try {
    return [keyFileSchema.parse(JSON.parse(text))];
  } catch {
    return [];
  }
}

const read = (folder: string): KeyFile | undefined => readAll(folder)[0];

/**
 * The first one last: killed in between, it says what is not done yet. On the disk before anything is sealed with it, and no
 * former seal is left in what the disk calls free.
 */
function write(folder: string, content: KeyFile): void {
  for (const path of KEY_FILES.map((name) => join(folder, name)).toReversed()) {
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

/** Whether the folder's data has a key: what is plain in it is then not ours. */
export const hasKey = (folder: string): boolean => read(folder) !== undefined;

/** Whether both files can be used. */
export const isTwofold = (folder: string): boolean => readAll(folder).length === KEY_FILES.length;

/** The keys of the folder's data; null where there are none, or nothing of this opens them. */
export function openKeys(folder: string, { session, server }: Openers): DataKeys | null {
  const boxes = readAll(folder).flatMap(({ bySession, byServer }) => [
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
  const { bySession = [], byServer = null, formerLock = null } = read(folder) ?? {};
  write(folder, {
    bySession: session ? [sealedUnder(session, keys), ...bySession] : bySession,
    byServer: server ? sealedUnder(server, keys) : byServer,
    formerLock: lock ?? formerLock,
  });
}

/** The same, and the session's key is from now on the only one of a session. */
export function keepOnly(folder: string, keys: DataKeys, session: Buffer): void {
  const { byServer = null } = read(folder) ?? {};
  write(folder, { bySession: [sealedUnder(session, keys)], byServer, formerLock: null });
}

const sealedUnder = (under: Buffer, { key }: DataKeys): string =>
  seal(under, { dataKey: key.toString('base64') });

/** The password's lock that is left where only the server may open the session, and has given no key. */
export const formerLockOf = (folder: string): PasswordLock | null => read(folder)?.formerLock ?? null;

/** From now on only the key of the server opens the data; where it gave none, the password that did, for whoever signs in. */
export function closeKeys(folder: string, lock: PasswordLock | null): void {
  const kept = read(folder);
  if (!kept) return;
  if (kept.byServer !== null) write(folder, { ...kept, bySession: [], formerLock: null });
  else if (lock) write(folder, { ...kept, formerLock: lock });
}
