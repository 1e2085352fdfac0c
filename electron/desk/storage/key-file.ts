import { join } from 'node:path';
import { z } from 'zod';
import { keysFrom, type DataKeys } from './data-keys.ts';
import { readPrivateJson, writePrivateJson } from './data-folders.ts';
import { newKey, seal, unseal, type PasswordLock } from './session-key.ts';

/**
 * The key of a user's data as it lies in the user's folder: sealed under the key of the kept session, which the password or
 * the keychain opens, and under a key that the server gives that user at each sign-in (decision 43). Never in the open.
 */
const KEY_FILE = 'keys.json';

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

const pathOf = (folder: string): string => join(folder, KEY_FILE);
const read = (folder: string): KeyFile | undefined =>
  keyFileSchema.safeParse(readPrivateJson(pathOf(folder))).data;

/** Whether the folder's data has a key: what is plain in it is then not ours. */
export const hasKey = (folder: string): boolean => read(folder) !== undefined;

/** The keys of the folder's data; null where there are none, or nothing of this opens them. */
export function openKeys(folder: string, { session, server }: Openers): DataKeys | null {
  const kept = read(folder);
  if (!kept) return null;
  const boxes = [
    ...(session ? kept.bySession.map((box) => unseal(session, box)) : []),
    ...(server && kept.byServer !== null ? [unseal(server, kept.byServer)] : []),
  ];
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
 * @param onlySession whether the session's key that is given is from now on the only one
 */
export function keepKeys(folder: string, keys: DataKeys, openers: Openers, onlySession = false): void {
  const { bySession = [], byServer = null, formerLock = null } = read(folder) ?? {};
  const sealed = (under: Buffer): string => seal(under, { dataKey: keys.key.toString('base64') });
  const { session, server } = openers;
  writePrivateJson(pathOf(folder), {
    bySession: session ? [sealed(session), ...(onlySession ? [] : bySession)] : bySession,
    byServer: server ? sealed(server) : byServer,
    formerLock: session && onlySession ? null : formerLock,
  } satisfies KeyFile);
}

/** The password's lock that is left where only the server may open the session, and has given no key. */
export const formerLockOf = (folder: string): PasswordLock | null => read(folder)?.formerLock ?? null;

/** From now on only the key of the server opens the data; where it gave none, the password that did, for whoever signs in. */
export function closeKeys(folder: string, lock: PasswordLock | null): void {
  const kept = read(folder);
  if (!kept) return;
  if (kept.byServer !== null) writePrivateJson(pathOf(folder), { ...kept, bySession: [], formerLock: null });
  else if (lock) writePrivateJson(pathOf(folder), { ...kept, formerLock: lock });
}
