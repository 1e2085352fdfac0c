import { createSecretKey, hkdfSync } from 'node:crypto';
import { PlainError } from '#shared/protocol/errors.ts';
import type { Configuration } from '../configuration/configuration.ts';
import type { Database } from '../database/database.ts';
import { keyId, passwordKey, type PasswordKey } from './password-key.ts';
import { organisationOf } from './sealed-passwords.ts';
import { isRequiredOf, isSealedUnder } from './second-factor.ts';

/** What the derived key is for: the same key never serves two purposes. */
const PURPOSE = 'two-step sign-in';

/**
 * The key that seals the secrets of authenticators: derived from the key that seals passwords, whether or not
 * passwords are kept (`PASSWORD_REVEAL`). It lies outside the data folder and is kept apart from backups, so that
 * neither a copied database nor a copied data folder or backup gives the secrets, and a restore on another computer
 * brings them back with it. The signing secret would not do: it lies with the data, and is in no backup.
 */
export class SecondFactorKey {
  readonly #database: Database;
  readonly #configuration: Configuration;
  #key: PasswordKey | undefined;

  constructor(database: Database, configuration: Configuration) {
    this.#database = database;
    this.#configuration = configuration;
  }

  /** Made when it is first needed. @throws PlainError `unavailable` where it cannot be had. */
  async get(): Promise<PasswordKey> {
    const key = await this.look();
    if (key) return key;
    throw new PlainError(
      'unavailable',
      'The server cannot keep the key of two-step sign-in. Ask an administrator to set PASSWORD_KEY_FILE.',
    );
  }

  /** The key; null where it cannot be had: the next call looks again, since somebody may have made room for it. */
  async look(): Promise<PasswordKey | null> {
    return this.require().catch(() => null);
  }

  /** @throws Error with one sentence that says what to change. */
  async require(): Promise<PasswordKey> {
    this.#key ??= derive(this.#configuration, await organisationOf(this.#database));
    return this.#key;
  }
}

function derive(configuration: Configuration, organisation: string): PasswordKey {
  const { key } = passwordKey(configuration, organisation);
  const bytes = Buffer.from(hkdfSync('sha256', key, '', PURPOSE, 32));
  return { key: createSecretKey(bytes), id: keyId(bytes) };
}

/**
 * Sees to it that two-step sign-in can be used where roles must use it.
 * @param warn hears of what an administrator should know, as a sentence.
 * @throws Error with one sentence where roles must use it and its key cannot be had, so that nobody of them could sign in, or where there
 * is no such role.
 */
export async function openSecondFactors(
  database: Database,
  configuration: Configuration,
  warn: (sentence: string) => void,
): Promise<SecondFactorKey> {
  const secondFactorKey = new SecondFactorKey(database, configuration);
  const { secondFactorRoles } = configuration;
  if (secondFactorRoles.length > 0) await secondFactorKey.require();
  const names = await database.all<{ name: string }>('SELECT "name" FROM "role" WHERE "deletedAt" IS NULL');
  const unknown = secondFactorRoles.filter((role) => !names.some(({ name }) => isRequiredOf([role], name)));
  // A slip would leave those unprotected whom it was to protect.
  if (unknown.length > 0) {
    throw new Error(
      `SECOND_FACTOR_ROLES names ${unknown.join(', ')}, and there is no such role. The roles are ${names.map(({ name }) => name).join(', ')}.`,
    );
  }
  const sealed = await database.all<{ sealed: string }>(
    'SELECT "sealed" FROM "second_factors" WHERE "confirmedAt" IS NOT NULL',
  );
  const key = sealed.length > 0 ? await secondFactorKey.look() : null;
  const unreadable = sealed.filter((row) => !key || !isSealedUnder(key, row.sealed)).length;
  if (unreadable > 0) {
    warn(
      `The codes of ${unreadable} with two-step sign-in cannot be checked: their secrets were sealed under another key. Put that key back; until then their recovery codes are good.`,
    );
  }
  return secondFactorKey;
}
