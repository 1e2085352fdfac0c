import { hash } from '@node-rs/argon2';
import { passwordProblem, type PasswordOwner } from '#shared/model/password-rules.ts';
import { PlainError } from '#shared/protocol/errors.ts';
import type { Configuration } from '../configuration/configuration.ts';
import type { Database, Transaction } from '../database/database.ts';
import { workNow, workOf } from './password-check.ts';
import type { PasswordCost } from './password-cost.ts';
import { weakness } from './password-strength.ts';
import { openSealedPasswords, type SealedPasswords } from './sealed-passwords.ts';

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
   * @throws PlainError `invalid` where the password is too short, too long or too easily guessed.
   */
  async prepare(userId: string, password: string, owner: PasswordOwner): Promise<KeepPassword> {
    const message = passwordProblem(password, owner) ?? (await weakness(userId, password, owner));
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
   * the user signs in (`renew`), and a password that was kept plainly is hashed now. `isHashOutOfBounds` is asked before.
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
    if (workOf(oldHash) === workNow(this.#cost)) return null;
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
   * Sets the password of a user who is in the database already, whatever it is: for demo data and tests alone, whose
   * passwords are in the README.
   */
  async set(database: Database, userId: string, password: string): Promise<void> {
    const passwordHash = await hash(password, this.#cost);
    await database.write(async (trx) => {
      await keepHash(trx, userId, passwordHash);
      await this.sealed.keep(trx, userId, password);
    });
  }
}

async function keepHash(trx: Transaction, userId: string, passwordHash: string): Promise<void> {
  await trx.all(
    `INSERT INTO "credentials" ("userId", "hash", "changedAt") VALUES (?, ?, ?)
     ON CONFLICT ("userId") DO UPDATE SET "hash" = excluded."hash", "changedAt" = excluded."changedAt"`,
    [userId, passwordHash, new Date().toISOString()],
  );
}

/** Whether an older system's password is a hash that sign-in can compare; anything else is the password itself. */
export const isOldHash = (given: string): boolean => workOf(given) !== null;

/** Opens what setting passwords needs. @throws Error with a sentence where the key named cannot be used. */
export async function openPasswords(
  database: Database,
  configuration: Configuration,
  warn: (sentence: string) => void,
): Promise<Passwords> {
  const sealed = await openSealedPasswords(database, configuration, warn);
  return new Passwords(sealed, configuration.passwordCost);
}

/** What is known of a user and makes poor passwords; empty where there is no such user. */
export async function ownerOf(database: Database, userId: string): Promise<PasswordOwner> {
  const [owner] = await database.all<PasswordOwner>(
    'SELECT "name", "email", "mobileNumber", "dob" FROM "user" WHERE "_id" = ? AND "deletedAt" IS NULL',
    [userId],
  );
  return owner ?? {};
}
