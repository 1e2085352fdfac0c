import { normaliseText } from '#shared/model/search-text.ts';
import { PlainError } from '#shared/protocol/errors.ts';
import type { SecondFactorStatus } from '#shared/protocol/second-factor.ts';
import type { Transaction } from '../database/database.ts';
import type { PasswordKey } from './password-key.ts';
import { forgetRecoveryCodes, recoveryCodesLeft, spendRecoveryCode } from './recovery-codes.ts';
import { open, seal } from './sealing.ts';
import { isCode, isToCome, stepOf } from './totp.ts';
import { otherwise } from './who-helps.ts';

type Reader = Pick<Transaction, 'all'>;

/** The code was missing or not right: the password alone is not enough. */
export class CodeRefused extends PlainError {
  readonly reason: 'missing' | 'wrong-code';

  constructor(reason: CodeRefused['reason'], sentence: string) {
    super('second-factor', sentence);
    this.reason = reason;
  }
}

export const codeMissing = (): CodeRefused =>
  new CodeRefused('missing', 'Enter the code from your authenticator app.');

/** Whether the role is one of those that must use two-step sign-in (`SECOND_FACTOR_ROLES`). */
export function isRequiredOf(roles: readonly string[], roleName: string | null): boolean {
  if (roleName === null || roleName === '') return false;
  const wanted = normaliseText(roleName);
  return roles.some((role) => normaliseText(role) === wanted);
}

/** Since when the user has two-step sign-in, as ISO time; null where it is off. */
export async function secondFactorSince(reader: Reader, userId: string): Promise<string | null> {
  const [row] = await reader.all<{ confirmedAt: string | null }>(
    'SELECT "confirmedAt" FROM "second_factors" WHERE "userId" = ?',
    [userId],
  );
  return row?.confirmedAt ?? null;
}

export async function secondFactorStatus(
  reader: Reader,
  userId: string,
  required: boolean,
): Promise<SecondFactorStatus> {
  const since = await secondFactorSince(reader, userId);
  return {
    on: since !== null,
    since,
    recoveryCodesLeft: since === null ? 0 : await recoveryCodesLeft(reader, userId),
    required,
  };
}

/**
 * Uses up a code of the user, so that it is good only once: nothing where the user has no second factor, else which
 * kind of code it was.
 * @param key null where it cannot be had: recovery codes are good even so.
 * @throws CodeRefused
 */
export async function spendCode(
  trx: Transaction,
  userId: string,
  given: string | undefined,
  key: PasswordKey | null,
  now = Date.now(),
): Promise<'none-needed' | 'code' | 'recovery-code'> {
  const [row] = await trx.all<{ sealed: string | null; lastStep: number }>(
    'SELECT "sealed", "lastStep" FROM "second_factors" WHERE "userId" = ? AND "confirmedAt" IS NOT NULL',
    [userId],
  );
  if (!row) return 'none-needed';
  const code = bare(given ?? '');
  if (code === '') throw codeMissing();
  if (!isSixDigits(code)) {
    if (await spendRecoveryCode(trx, userId, code)) return 'recovery-code';
    throw new CodeRefused('wrong-code', 'That code is not right, or was used before. Enter another one.');
  }
  const secret = key && row.sealed !== null ? openSecret(key, userId, row.sealed) : null;
  if (secret === null) {
    throw new CodeRefused(
      'wrong-code',
      `The codes of your app can't be checked any more. Use a recovery code, ${await otherwise(trx, userId, '')}.`,
    );
  }
  const step = stepOf(secret, code, now);
  // What was used while the server's clock was ahead stops nobody once it is right.
  const last = isToCome(Number(row.lastStep), now) ? 0 : Number(row.lastStep);
  if (step === null || step <= last) {
    throw new CodeRefused(
      'wrong-code',
      'That code is not right, or was used before. Enter the newest one from your app.',
    );
  }
  await trx.all('UPDATE "second_factors" SET "lastStep" = ? WHERE "userId" = ?', [step, userId]);
  return 'code';
}

/** Without what people put between its parts. */
const bare = (code: string): string => code.replaceAll(/[\s-]/g, '');

/** A code of the app, however it is typed; anything else is tried as a recovery code. */
export const isSixDigits = (code: string): boolean => isCode(bare(code));

/** Turns two-step sign-in off; gives whether it was on. */
export async function forgetSecondFactor(trx: Transaction, userId: string): Promise<boolean> {
  const rows = await trx.all<{ confirmedAt: string | null }>(
    'DELETE FROM "second_factors" WHERE "userId" = ? RETURNING "confirmedAt"',
    [userId],
  );
  await forgetRecoveryCodes(trx, userId);
  return rows.some(({ confirmedAt }) => confirmedAt !== null);
}

/** The associated data: a secret copied to another user's row does not open. */
const boundTo = (userId: string): string => `second factor of ${userId}`;

/** With the id of the key before it. */
export const sealSecret = (key: PasswordKey, userId: string, secret: string): string =>
  `${key.id}:${seal(key, boundTo(userId), secret)}`;

export const isSealedUnder = (key: PasswordKey, sealed: string): boolean => sealed.startsWith(`${key.id}:`);

export function openSecret(key: PasswordKey, userId: string, sealed: string): string | null {
  if (!isSealedUnder(key, sealed)) return null;
  return open(key, boundTo(userId), sealed.slice(key.id.length + 1));
}
