import { createHash, createSecretKey, randomBytes, type KeyObject } from 'node:crypto';
import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { homedir } from 'node:os';
import { basename, dirname, isAbsolute, join, posix, relative, resolve, sep, win32 } from 'node:path';
import { makeFolder } from '#shared/node/make-folder.ts';
import { makeFileOnce } from '#shared/node/make-file-once.ts';
import { keepFilePrivate } from '../database/private-files.ts';

const KEY_BYTES = 32;

/** The key that seals passwords. */
export interface PasswordKey {
  key: KeyObject;
  /** Tells keys apart without telling anything of them. */
  id: string;
}

export interface KeyPlace {
  /** The key itself, 32 bytes in base64; goes before any file. */
  passwordKey: string | null;
  /** The file that holds it; null for the default place. */
  passwordKeyFile: string | null;
  /** Where the key may not lie: what is copied with the data must not open it. */
  dataFolder: string;
}

/**
 * The key, from where the configuration says; a file is made where there is none.
 * @param organisation id of the data, so that two servers on one computer have keys of their own.
 * @throws Error with one sentence where the key cannot be had.
 */
export function passwordKey(place: KeyPlace, organisation: string): PasswordKey {
  if (place.passwordKey !== null) return keyOf(place.passwordKey, 'PASSWORD_KEY');
  const file = fileOf(place, organisation);
  if (isInside(file, place.dataFolder)) {
    throw new Error(
      `The key for the password view must lie outside the data folder: set PASSWORD_KEY_FILE to another place than ${file}.`,
    );
  }
  return keyOf(readOrMake(file), file);
}

/**
 * The key as it is kept, to be carried to another computer; null where there is none yet.
 * @throws Error with one sentence where it is there and cannot be had.
 */
export function keptKey(place: Omit<KeyPlace, 'dataFolder'>, organisation: string): string | null {
  if (place.passwordKey !== null) return place.passwordKey;
  const file = fileOf(place, organisation);
  return existsSync(file) ? readOrMake(file) : null;
}

/**
 * Puts a key that came from another computer where the server looks for it. One that is there already stays.
 * @returns where the key is, and whether it is this one
 * @throws Error with one sentence where it is no key, or cannot be kept
 */
export function takeKey(
  place: Omit<KeyPlace, 'dataFolder'>,
  organisation: string,
  text: string,
): { where: string; isThis: boolean } {
  const { id } = keyOf(text, 'The file beside the backup');
  if (place.passwordKey !== null) {
    return { where: 'PASSWORD_KEY', isThis: keyOf(place.passwordKey, 'PASSWORD_KEY').id === id };
  }
  const file = fileOf(place, organisation);
  return { where: file, isThis: keyOf(readOrMake(file, text.trim()), file).id === id };
}

const fileOf = (place: Pick<KeyPlace, 'passwordKeyFile'>, organisation: string): string =>
  place.passwordKeyFile ?? defaultKeyFile(organisation, process.platform, process.env, homedir());

/** The key of a text. @throws Error where the text is no key. */
function keyOf(text: string, where: string): PasswordKey {
  const bytes = Buffer.from(text.trim(), 'base64');
  if (bytes.length !== KEY_BYTES || !/^[\w+/-]{43}=?$/.test(text.trim())) {
    throw new Error(
      `${where} holds no key for the password view: it needs ${KEY_BYTES} bytes in base64, as "openssl rand -base64 ${KEY_BYTES}" gives them.`,
    );
  }
  return { key: createSecretKey(bytes), id: keyId(bytes) };
}

/** Tells a key from others without telling anything of it. */
export function keyId(bytes: Buffer): string {
  return createHash('sha256').update('password key ').update(bytes).digest('base64url').slice(0, 16);
}

function readOrMake(file: string, made = randomBytes(KEY_BYTES).toString('base64')): string {
  try {
    makeFolder(dirname(file));
    makeFileOnce(file, `${made}\n`);
    keepFilePrivate(file);
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new Error(
      `The key for the password view cannot be kept in ${file} (${codeOf(error) ?? 'unknown'}). Set PASSWORD_KEY_FILE to a file that can be, or PASSWORD_REVEAL=off.`,
      { cause: error },
    );
  }
}

function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error ? String(error.code) : undefined;
}

const USUAL_FOLDERS: Partial<Record<NodeJS.Platform, readonly string[]>> = {
  win32: ['AppData', 'Roaming'],
  darwin: ['Library', 'Application Support'],
};

/** In the configuration folder of the system user: backups of the data do not reach there. */
export function defaultKeyFile(
  organisation: string,
  platform: NodeJS.Platform,
  env: NodeJS.ProcessEnv,
  home: string,
): string {
  const path = platform === 'win32' ? win32 : posix;
  const configured = platform === 'win32' ? env['APPDATA'] : env['XDG_CONFIG_HOME'];
  const usual = USUAL_FOLDERS[platform] ?? ['.config'];
  const base =
    platform !== 'darwin' && configured && path.isAbsolute(configured)
      ? configured
      : path.join(home, ...usual);
  return path.join(base, 'placement-desk', 'password-keys', `${organisation}.key`);
}

function isInside(file: string, folder: string): boolean {
  const way = relative(real(folder), real(file));
  return way === '' || (way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way));
}

/** The path without symbolic links, as far as it exists. */
function real(path: string): string {
  const absolute = resolve(path);
  try {
    return realpathSync(absolute);
  } catch {
    const parent = dirname(absolute);
    return parent === absolute ? absolute : join(real(parent), basename(absolute));
  }
}
