import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { hashRawSync } from '@node-rs/argon2';
import type { PasswordLock } from '../storage/session-key.ts';
import type { DataKeys } from '../storage/data-keys.ts';
import { readPrivateJson } from '../storage/data-folders.ts';
import { formerLocksOf, openKeys } from '../storage/key-file.ts';
import { openPage } from '../storage/page-cipher.ts';
import { isSealed, openBytes } from '../storage/sealed-file.ts';
import { readPieces } from '../storage/sealed-pieces.ts';
import { COST, decrypt } from '../storage/session-key.ts';
import {
  COMPANIONS,
  isPlainSqlite,
  openSqlite,
  type Encryption,
  type SqliteDatabase,
  type SqliteSettings,
} from '../storage/sqlite-file.ts';
import { PASSWORD, STRONG_PASSWORD } from './test-desk.ts';

/** What tests see of encrypted data: the same as somebody who has the user's password. */

const PASSWORDS = [PASSWORD, STRONG_PASSWORD];

/** The keys by the user's folder, so that what is locked later can still be looked through. */
const known = new Map<string, DataKeys[]>();

/** For folders that are made anew under the same names. */
export function forgetKeys(): void {
  known.clear();
}

/** All keys that the folder of a user has had while somebody looked, the present ones first. */
export function keysOf(userFolder: string, passwords: readonly string[] = PASSWORDS): readonly DataKeys[] {
  const found = known.get(userFolder) ?? [];
  known.set(userFolder, found);
  const session = readPrivateJson(join(userFolder, 'session.json')) as { passwordLock?: PasswordLock | null };
  const [lock] = session?.passwordLock ? [session.passwordLock] : formerLocksOf(userFolder);
  for (const password of lock ? passwords : []) {
    const salt = Buffer.from(lock?.salt ?? '', 'base64');
    const key = decrypt(hashRawSync(password, { ...COST, salt }), lock?.box ?? '');
    const keys = key && openKeys(userFolder, { session: key });
    if (keys && !found.some((each) => each.key.equals(keys.key))) found.unshift(keys);
  }
  if (found.length === 0 && existsSync(join(userFolder, 'keys.json')))
    throw new Error('Nothing opens this folder any more: it has to be looked at before it is locked');
  return found;
}

function encryptionOf(path: string): Encryption | undefined {
  if (existsSync(path) && isPlainSqlite(path)) return undefined;
  const [keys] = keysOf(dirname(path));
  const name = basename(path).replace(/^locked-\d+-/, '');
  if (name.startsWith('outbox.db')) return keys?.outbox;
  return name.startsWith('cache.db') ? keys?.cache : keys?.rows;
}

/** A database of a desk, as the desk itself opens it. */
export function openKept(path: string, synchronous: SqliteSettings['synchronous'] = 'FULL'): SqliteDatabase {
  return openSqlite(path, { synchronous, encryption: encryptionOf(path) });
}

/** What stands in a file for whoever has the key: of a database every page, also free ones. */
export function throughKey(path: string): Buffer[] {
  const bytes = readFileSync(path);
  const name = basename(path);
  const seen: Buffer[] = [bytes];
  for (const keys of keysOf(userFolderOf(path))) {
    if (/^outbox\.db(\.damaged-\d+)?(-wal)?$/.test(name)) seen.push(pagesOf(bytes, keys.outbox));
    else if (/^(cache|import)\.db$/.test(name) && !isPlainSqlite(path))
      seen.push(wholeOf(path, name.startsWith('cache') ? keys.cache : keys.rows));
    else if (name === 'import.bytes') seen.push(piecesOf(path, keys.files));
    else {
      const sealed = isSealed(bytes) ? bytes : Buffer.from(bytes.toString('latin1'), 'base64');
      seen.push(openBytes(keys.files, name, sealed) ?? Buffer.alloc(0));
    }
  }
  return seen;
}

/** The nearest folder above that belongs to a user. */
function userFolderOf(path: string): string {
  let folder = dirname(path);
  while (!basename(folder).startsWith('user-') && dirname(folder) !== folder) folder = dirname(folder);
  return folder;
}

const PAGE = 4_096;
const WAL_HEADER = 32;
const FRAME_HEADER = 24;

/** Each page of a database, or of a write-ahead file also those that newer ones took the place of. */
function pagesOf(bytes: Buffer, encryption: Encryption): Buffer {
  const pages: Buffer[] = [];
  const isWal = bytes.length >= 4 && bytes.readUInt32BE(0) >>> 1 === 0x377f0682 >>> 1;
  const [start, head] = isWal ? [WAL_HEADER, FRAME_HEADER] : [0, 0];
  for (let at = start; at + head + PAGE <= bytes.length; at += head + PAGE) {
    const number = isWal ? bytes.readUInt32BE(at) : at / PAGE + 1;
    pages.push(openPage(encryption, number, bytes.subarray(at + head, at + head + PAGE)));
  }
  return Buffer.concat(pages);
}

/** The whole database as it would be without encryption. */
function wholeOf(path: string, encryption: Encryption): Buffer {
  const copy = mkdtempSync(join(tmpdir(), 'look-'));
  try {
    for (const ending of COMPANIONS)
      if (existsSync(path + ending)) cpSync(path + ending, join(copy, `db${ending}`));
    const db = openSqlite(join(copy, 'db'), { synchronous: 'NORMAL', encryption });
    try {
      return db.serialize();
    } finally {
      db.close();
    }
  } catch {
    // Being written, or of another key.
    return Buffer.alloc(0);
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}

function piecesOf(path: string, key: Buffer): Buffer {
  try {
    return readPieces(path, key);
  } catch {
    return Buffer.alloc(0);
  }
}
