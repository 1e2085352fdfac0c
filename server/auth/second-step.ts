import { audit, type AuditEntry } from '../audit/record.ts';
import type { Transaction } from '../database/database.ts';
import type { Services } from '../services.ts';
import { CodeRefused, codeMissing, secondFactorSince, spendCode } from './second-factor.ts';

interface SecondStep {
  userId: string;
  code: string | undefined;
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
  { userId, code: given, attempt, passwordWasRight }: SecondStep,
  open: (secondStep: (trx: Transaction) => Promise<void>) => Promise<Opened>,
): Promise<Opened> {
  const code = given?.trim() ? given : undefined;
  const needed = (await secondFactorSince(database, userId)) !== null;
  const key = needed ? await secondFactorKey.look() : null;
  if (needed && code !== undefined) await codeAttempts.begin(userId);
  try {
    if (needed && code === undefined) throw codeMissing();
    return await open(async (trx) => {
      const used = await spendCode(trx, userId, code, key);
      if (used === 'none-needed') return;
      await codeAttempts.succeeded(trx, userId);
      if (used === 'recovery-code') await audit(trx, recoveryCodeUsed(attempt, userId));
    });
  } catch (error) {
    if (!(error instanceof CodeRefused)) throw error;
    await database.write(async (trx) => {
      if (error.reason === 'missing') await passwordWasRight(trx);
      else await audit(trx, { ...attempt, outcome: 'refused', detail: { reason: error.reason } });
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
