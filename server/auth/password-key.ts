import { createHash, createSecretKey, randomBytes, type KeyObject } from 'node:crypto';
import { readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { basename, dirname, isAbsolute, join, posix, relative, resolve, sep, win32 } from 'node:path';
import { makeFolder } from '#shared/node/make-folder.ts';
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
  const file =
    place.passwordKeyFile ?? defaultKeyFile(organisation, process.platform, process.env, homedir());
  if (isInside(file, place.dataFolder)) {
    throw new Error(
      `The key for the password view must lie outside the data folder: set PASSWORD_KEY_FILE to another place than ${file}.`,
    );
  }
  return keyOf(readOrMake(file), file);
}

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

function readOrMake(file: string): string {
  try {
    makeFolder(dirname(file));
    try {
      // `wx` fails where the file is there, so two servers that start at once agree on one key.
      const made = randomBytes(KEY_BYTES).toString('base64');
      writeFileSync(file, `${made}\n`, { mode: 0o600, flag: 'wx', flush: true });
    } catch (error) {
      if (codeOf(error) !== 'EEXIST') throw error;
    }
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
