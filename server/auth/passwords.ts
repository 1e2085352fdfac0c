import { hash, verify } from '@node-rs/argon2';
import { passwordProblem, type PasswordOwner } from '#shared/model/password-rules.ts';
import { PlainError } from '#shared/protocol/errors.ts';
import type { Configuration } from '../configuration.ts';
import type { Database, Transaction } from '../database/database.ts';
import { forgetCodeAttempts } from './code-attempts.ts';
import { openSealedPasswords, type SealedPasswords } from './sealed-passwords.ts';

/** Cost of argon2id: 19 MiB and two passes, about 9 ms. Tests take less. */
export interface PasswordCost {
  memoryCost: number;
  timeCost: number;
}

export const PASSWORD_COST: PasswordCost = { memoryCost: 19_456, timeCost: 2 };

/** Keeps a password that was found good, in the transaction in which it is set. */
export type KeepPassword = (trx: Transaction) => Promise<void>;

/** Sets passwords: the one way in which a hash and what the password view needs come into the database, together. */
export class Passwords {
  readonly sealed: SealedPasswords;
  readonly #cost: PasswordCost;

  constructor(sealed: SealedPasswords, cost: PasswordCost) {
    this.sealed = sealed;
    this.#cost = cost;
  }

  /**
   * Judges and hashes a new password; what it gives keeps it for the user.
   * @throws PlainError `invalid` where the password is too short, too long or guessed first.
   */
  async prepare(userId: string, password: string, owner: PasswordOwner): Promise<KeepPassword> {
    const message = passwordProblem(password, owner);
    if (message !== null) {
      throw new PlainError('invalid', `${message}.`, [{ field: 'password', code: 'invalid', message }]);
    }
    const passwordHash = await hash(password, this.#cost);
    return async (trx) => {
      await keepHash(trx, userId, passwordHash);
      await this.sealed.keep(trx, userId, password);
    };
  }

  /**
   * A password that an older system had, which the rules for new ones do not judge: its hash is kept as it is until
   * the user signs in (`renew`), and a password that was kept plainly is hashed now.
   */
  async prepareOld(userId: string, given: string): Promise<KeepPassword> {
    if (isOldHash(given)) return (trx) => keepHash(trx, userId, given);
    const passwordHash = await hash(given, this.#cost);
    return async (trx) => {
      await keepHash(trx, userId, passwordHash);
      await this.sealed.keep(trx, userId, given);
    };
  }

  /**
   * The password of a user who has signed in with it, kept anew in place of an older system's hash; null where that is
   * done already. It gives way to a password that was set meanwhile.
   */
  async renew(userId: string, oldHash: string, password: string): Promise<KeepPassword | null> {
    if (!isBcrypt(oldHash)) return null;
    const passwordHash = await hash(password, this.#cost);
    return async (trx) => {
      const [renewed] = await trx.all(
        'UPDATE "credentials" SET "hash" = ? WHERE "userId" = ? AND "hash" = ? RETURNING "userId"',
        [passwordHash, userId, oldHash],
      );
      if (renewed) await this.sealed.keep(trx, userId, password);
    };
  }

  /**
   * Sets the password of a user who is in the database already: for demo data, imports and tests.
   * @throws PlainError as `prepare`.
   */
  async set(database: Database, userId: string, password: string): Promise<void> {
    const keep = await this.prepare(userId, password, await ownerOf(database, userId));
    await database.write((trx) => keep(trx));
  }
}

async function keepHash(trx: Transaction, userId: string, passwordHash: string): Promise<void> {
  // Who guessed codes did so with the old one.
  await forgetCodeAttempts(trx, userId);
  await trx.all(
    `INSERT INTO "credentials" ("userId", "hash", "changedAt") VALUES (?, ?, ?)
     ON CONFLICT ("userId") DO UPDATE SET "hash" = excluded."hash", "changedAt" = excluded."changedAt"`,
    [userId, passwordHash, new Date().toISOString()],
  );
}

const isBcrypt = (text: string): boolean => /^\$2[abxy]\$\d\d\$[./A-Za-z0-9]{53}$/.test(text);

const isArgon2 = (text: string): boolean =>
  /^\$argon2(id|i|d)\$v=19\$m=\d+,t=\d+,p=\d+\$[A-Za-z0-9+/]{11,}\$[A-Za-z0-9+/]{16,}$/.test(text);

/** Whether an older system's password is a hash that sign-in can compare; anything else is the password itself. */
export const isOldHash = (given: string): boolean => isBcrypt(given) || isArgon2(given);

/** Opens what setting passwords needs. @throws Error with a sentence where the key named cannot be used. */
export async function openPasswords(
  database: Database,
  configuration: Configuration,
  warn: (sentence: string) => void,
): Promise<Passwords> {
  const sealed = await openSealedPasswords(database, configuration, warn);
  return new Passwords(sealed, configuration.passwordCost);
}

/** Name and email of a user, which make poor passwords; empty where there is no such user. */
export async function ownerOf(database: Database, userId: string): Promise<PasswordOwner> {
  const [owner] = await database.all<PasswordOwner>(
    'SELECT "name", "email" FROM "user" WHERE "_id" = ? AND "deletedAt" IS NULL',
    [userId],
  );
  return owner ?? {};
}

/** Hashes of no password at all, one for each cost, so that an unknown email takes as long as a wrong password. */
const hashesOfNothing = new Map<string, Promise<string>>();

function hashOfNothing(cost: PasswordCost): Promise<string> {
  const key = `${cost.memoryCost}/${cost.timeCost}`;
  let found = hashesOfNothing.get(key);
  if (!found) {
    found = hash('no user has this password', cost);
    hashesOfNothing.set(key, found);
  }
  return found;
}

/** Whether the password is the one that was hashed; always false, in about the same time, where there is no hash. */
export async function isPassword(
  passwordHash: string | undefined,
  password: string,
  cost: PasswordCost,
): Promise<boolean> {
  if (passwordHash !== undefined && isBcrypt(passwordHash)) {
    // Needed only until the users of an older system have signed in once.
    const bcrypt = await import('@node-rs/bcrypt');
    return bcrypt.verify(password, passwordHash);
  }
  const matches = await verify(passwordHash ?? (await hashOfNothing(cost)), password);
  return matches && passwordHash !== undefined;
}
