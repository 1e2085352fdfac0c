import { createHash, randomInt } from 'node:crypto';
import type { Transaction } from '../database/database.ts';
import { insertRows } from '../database/statements.ts';

export const RECOVERY_CODES = 10;
/** Without letters that are taken for digits. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
/** 80 bits: too many to try against a hash, and the hash is of no use without trying. */
const LETTERS = 16;

/** Makes codes in place of those that the user had; they are given once, and kept as hashes. */
export async function makeRecoveryCodes(trx: Transaction, userId: string): Promise<string[]> {
  await forgetRecoveryCodes(trx, userId);
  const codes = Array.from({ length: RECOVERY_CODES }, newCode);
  const rows = codes.map((code) => [userId, hashOf(userId, code)]);
  await insertRows(trx, 'recovery_codes', ['userId', 'hash'], rows);
  return codes;
}

/** Whether it is one of the user's codes; it is used up then. */
export async function spendRecoveryCode(trx: Transaction, userId: string, code: string): Promise<boolean> {
  const used = await trx.all(
    'DELETE FROM "recovery_codes" WHERE "userId" = ? AND "hash" = ? RETURNING "userId"',
    [userId, hashOf(userId, code)],
  );
  return used.length > 0;
}

export async function recoveryCodesLeft(trx: Pick<Transaction, 'all'>, userId: string): Promise<number> {
  const [found] = await trx.all<{ count: number }>(
    'SELECT COUNT(*) AS "count" FROM "recovery_codes" WHERE "userId" = ?',
    [userId],
  );
  return Number(found?.count ?? 0);
}

export async function forgetRecoveryCodes(trx: Transaction, userId: string): Promise<void> {
  await trx.all('DELETE FROM "recovery_codes" WHERE "userId" = ?', [userId]);
}

/** `7QX4-MD0A-93TC-KWZE`. */
function newCode(): string {
  const letters = Array.from({ length: LETTERS }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
  return letters.match(/.{4}/g)?.join('-') ?? letters;
}

/** As people type it, or paste it: in small or wide letters, with whatever hyphens or without, and O for 0. */
function hashOf(userId: string, code: string): string {
  const letters = code
    .normalize('NFKC')
    .toUpperCase()
    .replaceAll(/[^0-9A-Z]/g, '');
  const meant = letters.replaceAll('O', '0').replaceAll(/[IL]/g, '1');
  return createHash('sha256')
    .update(JSON.stringify(['recovery code', userId, meant]))
    .digest('base64url');
}
