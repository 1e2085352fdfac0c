import { hash, verify } from '@node-rs/argon2';
import { PlainError } from '#shared/protocol/errors.ts';
import type { Database, Transaction } from '../database/database.ts';

/** Cost of argon2id: 19 MiB and two passes, about 9 ms. Tests take less. */
export interface PasswordCost {
  memoryCost: number;
  timeCost: number;
}

export const PASSWORD_COST: PasswordCost = { memoryCost: 19_456, timeCost: 2 };
const SHORTEST_PASSWORD = 8;

/**
 * The hash of a new password.
 * @throws PlainError `invalid` where the password is too short or too long.
 */
export async function hashPassword(password: string, cost: PasswordCost = PASSWORD_COST): Promise<string> {
  if (password.length < SHORTEST_PASSWORD || password.length > 200) {
    const message = `Password must have ${SHORTEST_PASSWORD} to 200 characters`;
    throw new PlainError('invalid', message, [{ field: 'password', code: 'invalid', message }]);
  }
  return hash(password, cost);
}

/** Keeps a hash as the user's password. */
export async function storePasswordHash(
  trx: Transaction,
  userId: string,
  passwordHash: string,
): Promise<void> {
  await trx.all(
    `INSERT INTO "credentials" ("userId", "hash", "changedAt") VALUES (?, ?, ?)
     ON CONFLICT ("userId") DO UPDATE SET "hash" = excluded."hash", "changedAt" = excluded."changedAt"`,
    [userId, passwordHash, new Date().toISOString()],
  );
}

/**
 * Sets a user's password: for demo data, the first administrator and tests.
 * @throws PlainError `invalid` where the password is too short or too long.
 */
export async function setPassword(
  database: Database,
  userId: string,
  password: string,
  cost: PasswordCost = PASSWORD_COST,
): Promise<void> {
  const passwordHash = await hashPassword(password, cost);
  await database.write((trx) => storePasswordHash(trx, userId, passwordHash));
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
  const matches = await verify(passwordHash ?? (await hashOfNothing(cost)), password);
  return matches && passwordHash !== undefined;
}
