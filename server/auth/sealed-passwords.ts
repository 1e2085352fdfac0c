import { randomUUID } from 'node:crypto';
import { toRole } from '#shared/access/roles.ts';
import { audit } from '../audit/record.ts';
import type { Configuration } from '../configuration/configuration.ts';
import type { Database, Transaction } from '../database/database.ts';
import { passwordKey, type PasswordKey } from './password-key.ts';
import { open, seal } from './sealing.ts';

/**
 * Passwords as the password view needs them (decision 5): sealed with AES-256-GCM, each bound to
 * its user, under a key that is not with the data. None is kept of a Super Admin, whose password nobody may see.
 */
export class SealedPasswords {
  /** Whether the organisation keeps passwords for the view at all. */
  readonly kept: boolean;
  readonly #key: PasswordKey | null;

  /** @param key null where there is none: nothing is sealed then, and nothing can be read. */
  constructor(kept: boolean, key: PasswordKey | null) {
    this.kept = kept;
    this.#key = kept ? key : null;
  }

  /** Keeps a password that is being set, in the transaction that sets it; where it is not to be kept, the old one goes. */
  async keep(trx: Transaction, userId: string, password: string): Promise<void> {
    const [user] = await trx.all<{ roleName: string | null }>(
      'SELECT "roleName" FROM "user" WHERE "_id" = ?',
      [userId],
    );
    if (!this.#key || !user || toRole(user.roleName) === 'Super Admin') {
      await forgetSealedPassword(trx, userId);
      return;
    }
    await trx.all(
      `INSERT INTO "sealed_passwords" ("userId", "sealed", "keyId") VALUES (?, ?, ?)
       ON CONFLICT ("userId") DO UPDATE SET "sealed" = excluded."sealed", "keyId" = excluded."keyId"`,
      [userId, seal(this.#key, boundTo(userId), password), this.#key.id],
    );
  }

  /** The user's password; null where none is kept, or none that this server's key opens. */
  async read(trx: Transaction, userId: string): Promise<string | null> {
    const key = this.#key;
    if (!key) return null;
    const [row] = await trx.all<{ sealed: string; keyId: string }>(
      'SELECT "sealed", "keyId" FROM "sealed_passwords" WHERE "userId" = ?',
      [userId],
    );
    return row?.keyId === key.id ? open(key, boundTo(userId), row.sealed) : null;
  }

  /** How many are kept that another key had sealed. */
  async unreadable(database: Database): Promise<number> {
    const [found] = await database.all<{ count: number }>(
      'SELECT COUNT(*) AS "count" FROM "sealed_passwords" WHERE "keyId" <> ?',
      [this.#key?.id ?? ''],
    );
    return Number(found?.count ?? 0);
  }
}

export async function forgetSealedPassword(trx: Transaction, userId: string): Promise<void> {
  await trx.all('DELETE FROM "sealed_passwords" WHERE "userId" = ?', [userId]);
}

/**
 * Finds or makes the key and brings what is kept in line with the configuration: with `PASSWORD_REVEAL=off` the sealed
 * passwords are deleted.
 * @param warn hears of what an administrator should know, as a sentence.
 * @throws Error with one sentence where the key that the configuration names cannot be used.
 */
export async function openSealedPasswords(
  database: Database,
  configuration: Configuration,
  warn: (sentence: string) => void,
): Promise<SealedPasswords> {
  if (!configuration.passwordReveal) {
    await database.write((trx) => deleteAll(trx));
    return new SealedPasswords(false, null);
  }
  const organisation = await organisationOf(database);
  let key: PasswordKey | null = null;
  try {
    key = passwordKey(configuration, organisation);
  } catch (error) {
    // Where nobody chose the place, a folder that cannot be written must not keep the office from working.
    if (configuration.passwordKey !== null || configuration.passwordKeyFile !== null) throw error;
    warn(`${error instanceof Error ? error.message : String(error)} Until then no password is kept.`);
  }
  const passwords = new SealedPasswords(true, key);
  const unreadable = await passwords.unreadable(database);
  if (key && unreadable > 0) {
    warn(
      `The password view cannot show ${unreadable} of the passwords: they were sealed under another key. Put that key back, or set the passwords anew.`,
    );
  }
  return passwords;
}

async function deleteAll(trx: Transaction): Promise<void> {
  const [kept] = await trx.all<{ count: number }>('SELECT COUNT(*) AS "count" FROM "sealed_passwords"');
  const rows = Number(kept?.count ?? 0);
  if (rows > 0)
    await audit(trx, { action: 'passwords-deleted', outcome: 'done', userId: null, detail: { rows } });
  await trx.all('DELETE FROM "sealed_passwords"');
}

/** An id of this data that stays the same when it is moved, copied or restored. */
export async function organisationOf(database: Database): Promise<string> {
  return database.write(async (trx) => {
    await trx.all(
      `INSERT INTO "meta" ("name", "value") VALUES ('organisation', ?) ON CONFLICT ("name") DO NOTHING`,
      [randomUUID()],
    );
    const [row] = await trx.all<{ value: string }>(
      `SELECT "value" FROM "meta" WHERE "name" = 'organisation'`,
    );
    if (!row) throw new Error('The database has no id');
    return row.value;
  });
}

/** A sealed password copied to another user's row does not open. */
const boundTo = (userId: string): string => `password of ${userId}`;
