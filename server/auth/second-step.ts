import { audit, type AuditEntry } from '../audit/record.ts';
import type { Transaction } from '../database/database.ts';
import type { Services } from '../services.ts';
import type { Attempt } from './door-counters.ts';
import type { KnownPlace } from './known-places.ts';
import { TooManyRequests } from './rate-limit.ts';
import { CodeRefused, codeMissing, isSixDigits, secondFactorSince, spendCode } from './second-factor.ts';

interface SecondStep {
  userId: string;
  /** When the password was set. */
  passwordSetAt: string | null;
  code: string | undefined;
  address: string;
  known: KnownPlace;
  /** What the audit log has of this sign-in whatever comes of it. */
  attempt: Omit<AuditEntry, 'outcome' | 'detail'>;
  /** Takes back that the sign-in was counted as a failure: its password was right. */
  passwordWasRight: (trx: Transaction) => Promise<void>;
}

/**
 * The second step of a sign-in whose password was right: opens the session where no code is needed, or the code is
 * right and, in the transaction of the session, is used up. Wrong codes are counted and written to the audit log.
 * @param open opens the session; runs what it is handed in its transaction.
 * @throws CodeRefused, or PlainError `too-many-requests`.
 */
export async function withSecondStep<Opened>(
  { database, codeAttempts, secondFactorKey }: Services,
  { userId, passwordSetAt, code: given, address, known, attempt, passwordWasRight }: SecondStep,
  open: (secondStep: (trx: Transaction) => Promise<void>) => Promise<Opened>,
): Promise<Opened> {
  const code = given?.trim() ? given : undefined;
  const since = await secondFactorSince(database, userId);
  const key = since === null ? null : await secondFactorKey.look();
  let counted: Attempt | undefined;
  try {
    if (since !== null) {
      if (code === undefined) throw codeMissing();
      const kind = isSixDigits(code) ? 'six-digits' : 'recovery';
      counted = await codeAttempts.signIn({ userId, passwordSetAt, since }, kind, address, known);
    }
    return await open(async (trx) => {
      const used = await spendCode(trx, userId, code, key);
      if (used === 'none-needed') return;
      await counted?.succeeded(trx);
      if (used === 'recovery-code') await audit(trx, recoveryCodeUsed(attempt, userId));
    });
  } catch (error) {
    if (!(error instanceof CodeRefused || error instanceof TooManyRequests)) throw error;
    await database.write(async (trx) => {
      // Wrong codes have counters of their own: they close no door to the right password with a recovery code.
      await passwordWasRight(trx);
      if (!(error instanceof CodeRefused) || error.reason === 'missing') return;
      await audit(trx, { ...attempt, outcome: 'refused', detail: { reason: error.reason } });
    });
    throw error;
  }
}

const recoveryCodeUsed = (attempt: SecondStep['attempt'], userId: string): AuditEntry => ({
  ...attempt,
  action: 'second-factor',
  outcome: 'done',
  subjectId: userId,
  detail: { change: 'recovery-code' },
});
