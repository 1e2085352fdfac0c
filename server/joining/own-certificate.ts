import { createPrivateKey, createPublicKey, generateKeyPairSync, X509Certificate } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import { existsSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { isIP } from 'node:net';
import { join } from 'node:path';
import type { Logger } from 'pino';
import { DAY_MS } from '#shared/format/time.ts';
import { makeFolder } from '#shared/node/make-folder.ts';
import { keyFingerprint } from '#shared/node/server-key.ts';
import { makeFileOnce } from '#shared/node/make-file-once.ts';
import { writeWholeFileNow } from '#shared/node/whole-file.ts';
import { audit } from '../audit/record.ts';
import type { Configuration } from '../configuration/configuration.ts';
import type { Database, Transaction } from '../database/database.ts';
import { keepFilePrivate, keepFolderPrivate } from '../database/private-files.ts';
import { isLoopback } from '../http/exposure.ts';
import { bareHost, lanAddresses, machineName } from './own-names.ts';

/** In the data folder. No backup has it: whoever has the key can be taken for this server. */
export const TLS_FOLDER = 'tls';
const KEY_FILE = 'key.pem';
const CERTIFICATE_FILE = 'cert.pem';

/** Browsers and systems take none that is good for longer than 825 days. */
const GOOD_DAYS = 800;
const RENEW_DAYS = 30;
const TITLE = 'Employee Management System, server';
/** Which key PCs know the server by. */
export const KNOWN_KEY = 'serverKey';
const ANYWHERE = ['0.0.0.0', '::'];

type Place = Pick<Configuration, 'dataFolder' | 'host' | 'allowedHosts'>;
type Log = Pick<Logger, 'info' | 'warn' | 'error'>;

export interface OwnFiles {
  tlsCertFile: string;
  tlsKeyFile: string;
}

const fileOf = (dataFolder: string, name: string): string => join(dataFolder, TLS_FOLDER, name);

/**
 * The files of the server's own certificate (`TLS_OWN`): the key is made at the first start and never again, because PCs
 * know the server by it; the certificate is renewed with the same key whenever it must be.
 * @throws Error with one sentence where the key that PCs know is missing, damaged or another one.
 */
export async function openOwnCertificate(place: Place, database: Database, logger: Log): Promise<OwnFiles> {
  const folder = join(place.dataFolder, TLS_FOLDER);
  const keyFile = fileOf(place.dataFolder, KEY_FILE);
  makeFolder(folder);
  keepFolderPrivate(folder, KEY_FILE);
  const known = await knownKey(database);
  if (known === null) makeKey(keyFile);
  warnOfReaders(keyFile, logger);
  const fingerprint = keyFingerprint(createPublicKey(readKey(keyFile)));
  const stands = known ?? (await database.write((trx) => noteKey(trx, fingerprint)));
  if (stands !== fingerprint) {
    throw new Error(
      `${keyFile} is not the key that PCs know this server by. Put the right one there from your copy, or run --new-server-key: every PC then needs a new join code.`,
    );
  }
  await renewCertificate(place, logger);
  return { tlsCertFile: fileOf(place.dataFolder, CERTIFICATE_FILE), tlsKeyFile: keyFile };
}

/** The same for a command, which makes none. @throws Error with one sentence where they are not there yet */
export function ownFilesThatAre({ dataFolder }: Pick<Place, 'dataFolder'>): OwnFiles {
  const files = {
    tlsCertFile: fileOf(dataFolder, CERTIFICATE_FILE),
    tlsKeyFile: fileOf(dataFolder, KEY_FILE),
  };
  for (const file of Object.values(files)) {
    if (existsSync(file)) continue;
    throw new Error(`There is no ${file} yet. Start the server once with TLS_OWN=on: it makes it then.`);
  }
  return files;
}

/**
 * Makes the certificate anew, with the same key, where it is missing or of another key, ends soon, or lacks a name or an
 * address of this computer.
 * @returns whether it did
 */
export async function renewCertificate(place: Place, logger: Log, now = Date.now()): Promise<boolean> {
  const file = fileOf(place.dataFolder, CERTIFICATE_FILE);
  const privateKey = readKey(fileOf(place.dataFolder, KEY_FILE));
  const names = namesOf(place);
  if (isGood(file, privateKey, names, now)) return false;
  const { makeCertificate } = await import('./make-certificate.ts');
  const made = await makeCertificate({ privateKey, title: TITLE, names, days: GOOD_DAYS, now });
  writeWholeFileNow(file, made);
  logger.info({ names }, 'the certificate of this server was made, with the same key');
  return true;
}

/** Looks once a day whether the certificate must be renewed. @returns the way to stop. */
export function keepRenewed(place: Place, logger: Log): () => void {
  const look = (): void => {
    renewCertificate(place, logger).catch((error: unknown) =>
      logger.error(
        { said: error instanceof Error ? error.message : String(error) },
        'the certificate was not renewed; it is tried again tomorrow',
      ),
    );
  };
  const timer = setInterval(look, DAY_MS).unref();
  return () => clearInterval(timer);
}

/**
 * Makes a new key, puts the old one aside, and ends all join codes, which name the old one. For one that is lost, or known
 * to others.
 * @returns a sentence that says what to do next
 */
export async function replaceOwnKey(
  { dataFolder, embedded }: Pick<Configuration, 'dataFolder' | 'embedded'>,
  database: Database,
): Promise<string> {
  makeFolder(join(dataFolder, TLS_FOLDER));
  const keyFile = fileOf(dataFolder, KEY_FILE);
  const aside = `${keyFile}.${new Date().toISOString().replaceAll(/\D/g, '')}`;
  const had = statSync(keyFile, { throwIfNoEntry: false }) !== undefined;
  if (had) renameSync(keyFile, aside);
  makeKey(keyFile);
  rmSync(fileOf(dataFolder, CERTIFICATE_FILE), { force: true });
  const fingerprint = keyFingerprint(createPublicKey(readKey(keyFile)));
  await database.write(async (trx) => {
    await trx.all('DELETE FROM "meta" WHERE "name" = ?', [KNOWN_KEY]);
    await noteKey(trx, fingerprint);
    await trx.all('DELETE FROM "join_codes"');
    // Of the application's own server it is noted by whom it was asked for.
    if (!embedded) await audit(trx, { action: 'server-key', outcome: 'done', userId: null });
  });
  const old = had ? ` The old one is ${aside}.` : '';
  return `The server has a new key.${old} Start it, and give every PC a new join code: the old ones are over.`;
}

function makeKey(file: string): void {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  makeFileOnce(file, privateKey.export({ type: 'pkcs8', format: 'pem' }).toString());
}

function readKey(file: string): KeyObject {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
    throw new Error(
      code === 'ENOENT'
        ? `${file} is missing, and PCs know this server by that key. Put it back from your copy, or run --new-server-key: every PC then needs a new join code.`
        : `${file} cannot be read (${code}). Give the server's user the right to read it.`,
      { cause: error },
    );
  }
  try {
    const key = createPrivateKey(text);
    if (key.asymmetricKeyDetails?.namedCurve === 'prime256v1') return key;
  } catch {
    // Said below: what OpenSSL says of it helps nobody.
  }
  throw new Error(
    `${file} is damaged. Put it back from your copy, or run --new-server-key: every PC then needs a new join code.`,
  );
}

/** Takes the rights of others away, and says that they had them: who has read the key can be taken for this server. */
function warnOfReaders(file: string, logger: Log): void {
  const mode = statSync(file, { throwIfNoEntry: false })?.mode ?? 0;
  keepFilePrivate(file);
  if (process.platform !== 'win32' && (mode & 0o077) !== 0) {
    logger.warn({ file }, 'others could read the key of this server; if they may have, run --new-server-key');
  }
}

async function knownKey({ all }: Pick<Transaction, 'all'>): Promise<string | null> {
  const [row] = await all<{ value: string }>('SELECT "value" FROM "meta" WHERE "name" = ?', [KNOWN_KEY]);
  return row?.value ?? null;
}

/** Notes the key unless one is noted. @returns the one that stands. */
async function noteKey(trx: Transaction, fingerprint: string): Promise<string> {
  await trx.all('INSERT INTO "meta" ("name", "value") VALUES (?, ?) ON CONFLICT ("name") DO NOTHING', [
    KNOWN_KEY,
    fingerprint,
  ]);
  return (await knownKey(trx)) ?? fingerprint;
}

/** What the certificate is made out to: how this computer is called, by itself and by others. */
function namesOf({ host, allowedHosts }: Place): string[] {
  const machine = machineName();
  const names = [
    ...allowedHosts.map(bareHost),
    ...(machine === null ? [] : [machine, ...(machine.includes('.') ? [] : [`${machine}.local`])]),
    ...(ANYWHERE.includes(host) || isLoopback(host) ? [] : [host]),
    ...lanAddresses(),
    'localhost',
    '127.0.0.1',
    '::1',
  ];
  return [...new Set(names)];
}

function isGood(file: string, key: KeyObject, names: readonly string[], now: number): boolean {
  let certificate: X509Certificate;
  try {
    certificate = new X509Certificate(readFileSync(file));
  } catch {
    return false;
  }
  const from = Date.parse(certificate.validFrom);
  const until = Date.parse(certificate.validTo);
  // One of a time to come was made while the clock was ahead.
  if (!certificate.checkPrivateKey(key) || from > now || until - now < RENEW_DAYS * DAY_MS) return false;
  return names.every((name) =>
    isIP(name) === 0
      ? certificate.checkHost(name, { subject: 'never' }) !== undefined
      : certificate.checkIP(name) !== undefined,
  );
}
