import { PlainError } from '#shared/protocol/errors.ts';
import type {
  RecoveryCodes,
  SecondFactorChange,
  SecondFactorEnrolment,
  SecondFactorStatus,
} from '#shared/protocol/second-factor.ts';
import { audit, type AuditEntry } from '../audit/record.ts';
import { assertStillAllowed } from '../records/apply-operations.ts';
import { authorOf } from '../records/author.ts';
import type { Services } from '../services.ts';
import { isPassword } from './password-check.ts';
import { makeRecoveryCodes } from './recovery-codes.ts';
import {
  CodeRefused,
  forgetSecondFactor,
  isRequiredOf,
  openSecret,
  sealSecret,
  secondFactorSince,
  secondFactorStatus,
  spendCode,
} from './second-factor.ts';
import type { Session } from './sessions.ts';
import { enrolmentUri, newSecret, stepOf } from './totp.ts';

/** For so long a secret that was shown can be confirmed. */
const PENDING_MS = 60 * 60_000;

/** A secret that was shown is confirmed by the session that saw it: another one could only guess. */
const pendingOf = ({ id, user }: Session): string => `${user._id} in session ${id}`;

const told = (session: Session, subjectId: string, change: SecondFactorChange): AuditEntry => ({
  action: 'second-factor',
  outcome: 'done',
  userId: session.user._id,
  subjectId,
  address: session.address,
  detail: { change },
});

const refused = (session: Session, reason: 'wrong-code' | 'wrong-proof'): AuditEntry => ({
  action: 'second-factor',
  outcome: 'refused',
  userId: session.user._id,
  subjectId: session.user._id,
  address: session.address,
  detail: { reason },
});

/** One's own, or another's as Super Admin. @throws PlainError `forbidden`. */
export async function statusOf(
  { database, configuration }: Services,
  session: Session,
  userId: string,
): Promise<SecondFactorStatus> {
  if (userId !== session.user._id && (session.role !== 'Super Admin' || session.setUpOnly)) {
    throw new PlainError('forbidden', 'Only a Super Admin may see how others sign in.');
  }
  const [user] = await database.all<{ roleName: string | null }>(
    'SELECT "roleName" FROM "user" WHERE "_id" = ? AND "deletedAt" IS NULL',
    [userId],
  );
  if (!user) throw new PlainError('not-found', 'This employee does not exist.');
  const required = isRequiredOf(configuration.secondFactorRoles, user.roleName);
  return secondFactorStatus(database, userId, required);
}

/**
 * A new secret for the user's authenticator app; what is on stays as it is until a first code confirms the new one.
 * @throws PlainError `invalid` where the proof is wrong, `too-many-requests` or `unavailable`.
 */
export async function beginEnrolment(
  services: Services,
  session: Session,
  proof: string,
): Promise<SecondFactorEnrolment> {
  const key = await services.secondFactorKey.get();
  await assertProof(services, session, proof);
  const userId = session.user._id;
  const secret = newSecret();
  await services.database.write(async (trx, log) => {
    await assertStillAllowed(trx, authorOf(session));
    await trx.all(
      `INSERT INTO "second_factors" ("userId", "lastStep", "pending", "pendingAt") VALUES (?, 0, ?, ?)
       ON CONFLICT ("userId") DO UPDATE SET "pending" = excluded."pending", "pendingAt" = excluded."pendingAt"`,
      [userId, sealSecret(key, pendingOf(session), secret), log.at],
    );
  });
  return { secret, uri: enrolmentUri(secret, session.user.email) };
}

/**
 * Turns two-step sign-in on, with the first code of the secret that was shown. The user's other sessions, which a
 * password alone has opened, sign in again; their desks keep what they hold.
 * @throws PlainError `invalid` where the code is wrong, `conflict` where there is nothing to confirm, `too-many-requests`,
 * or `unavailable`.
 */
export async function confirmEnrolment(
  { codeAttempts, database, secondFactorKey, sessions }: Services,
  session: Session,
  code: string,
): Promise<RecoveryCodes> {
  const key = await secondFactorKey.get();
  const userId = session.user._id;
  const counted = await codeAttempts.proof(session.id);
  const confirmed = await database.write(async (trx, log) => {
    await assertStillAllowed(trx, authorOf(session));
    const [row] = await trx.all<{
      pending: string | null;
      pendingAt: string | null;
      confirmedAt: string | null;
    }>('SELECT "pending", "pendingAt", "confirmedAt" FROM "second_factors" WHERE "userId" = ?', [userId]);
    const isFresh = Date.parse(log.at) - Date.parse(row?.pendingAt ?? '') < PENDING_MS;
    const secret = row?.pending && isFresh ? openSecret(key, pendingOf(session), row.pending) : null;
    if (!row || secret === null) {
      throw new PlainError('conflict', 'This took too long, or was begun elsewhere. Start the set-up again.');
    }
    const step = stepOf(secret, code.replaceAll(/[\s-]/g, ''), Date.now());
    if (step === null) return null;
    await trx.all(
      `UPDATE "second_factors" SET "sealed" = ?, "confirmedAt" = ?, "lastStep" = ?, "pending" = NULL,
       "pendingAt" = NULL WHERE "userId" = ?`,
      [sealSecret(key, userId, secret), log.at, step, userId],
    );
    await counted.succeeded(trx);
    const recoveryCodes = await makeRecoveryCodes(trx, userId);
    await audit(trx, told(session, userId, row.confirmedAt === null ? 'on' : 'replaced'));
    await sessions.endAll(trx, log, userId, 'second-factor-changed', session.id);
    return { recoveryCodes };
  });
  if (confirmed) return confirmed;
  await database.write((trx) => audit(trx, refused(session, 'wrong-code')));
  const message = 'That code is not right. Enter the newest one from your app';
  throw new PlainError('invalid', `${message}.`, [{ field: 'code', code: 'invalid', message }]);
}

/** Ten new recovery codes; the old ones are no longer good. @throws PlainError as `beginEnrolment`, or `conflict`. */
export async function renewRecoveryCodes(
  services: Services,
  session: Session,
  proof: string,
): Promise<RecoveryCodes> {
  await assertProof(services, session, proof);
  const userId = session.user._id;
  return services.database.write(async (trx) => {
    await assertStillAllowed(trx, authorOf(session));
    if ((await secondFactorSince(trx, userId)) === null) {
      throw new PlainError('conflict', 'Two-step sign-in is off. Set it up first.');
    }
    const recoveryCodes = await makeRecoveryCodes(trx, userId);
    await audit(trx, told(session, userId, 'new-recovery-codes'));
    return { recoveryCodes };
  });
}

/** Turns it off for oneself. @throws PlainError `forbidden` where the role must use it, or as `beginEnrolment`. */
export async function turnOff(services: Services, session: Session, proof: string): Promise<void> {
  if (isRequiredOf(services.configuration.secondFactorRoles, session.user.role)) {
    throw new PlainError(
      'forbidden',
      'Your role needs two-step sign-in, so it stays on. For another phone, set it up again.',
    );
  }
  await assertProof(services, session, proof);
  const userId = session.user._id;
  await services.database.write(async (trx) => {
    await assertStillAllowed(trx, authorOf(session));
    if (await forgetSecondFactor(trx, userId)) await audit(trx, told(session, userId, 'off'));
  });
}

/**
 * Turns it off for somebody who lost the phone and the recovery codes, as Super Admin. Their sessions end: the phone
 * may be in other hands.
 * @throws PlainError `forbidden` or `not-found`.
 */
export async function resetByAdministrator(
  { database, sessions }: Services,
  session: Session,
  userId: string,
): Promise<void> {
  if (session.role !== 'Super Admin') {
    throw new PlainError('forbidden', 'Only a Super Admin may turn it off for others.');
  }
  if (userId === session.user._id) {
    throw new PlainError('forbidden', 'Your own two-step sign-in is turned off in My details.');
  }
  await database.write(async (trx, log) => {
    await assertStillAllowed(trx, authorOf(session));
    if (!(await forgetSecondFactor(trx, userId))) {
      throw new PlainError('not-found', 'This employee has no two-step sign-in.');
    }
    await audit(trx, told(session, userId, 'reset'));
    await sessions.endAll(trx, log, userId, 'second-factor-changed');
  });
}

/** That it is the user who asks, and not somebody at an unattended PC: by the present password or by a code. */
async function assertProof(services: Services, session: Session, proof: string): Promise<void> {
  const { codeAttempts, database, configuration, secondFactorKey } = services;
  const userId = session.user._id;
  const on = (await secondFactorSince(database, userId)) !== null;
  const key = on ? await secondFactorKey.look() : null;
  const counted = await codeAttempts.proof(session.id);
  const byCode = await database
    .write(async (trx) => {
      const used = await spendCode(trx, userId, proof, key);
      // It is used up, whatever becomes of what it was given for.
      if (used === 'recovery-code') await audit(trx, told(session, userId, 'recovery-code'));
      return used !== 'none-needed';
    })
    .catch((error: unknown) => {
      if (error instanceof CodeRefused) return false;
      throw error;
    });
  const [kept] = byCode
    ? []
    : await database.all<{ hash: string }>('SELECT "hash" FROM "credentials" WHERE "userId" = ?', [userId]);
  if (byCode || (await isPassword(database, kept?.hash, proof, configuration.passwordCost))) {
    await database.write((trx) => counted.succeeded(trx));
    await services.attempts.rightProof(session);
    return;
  }
  const message = on
    ? 'Neither your password nor a code that is good now'
    : 'This is not your present password';
  await database.write((trx) => audit(trx, refused(session, 'wrong-proof')));
  throw new PlainError('invalid', `${message}.`, [{ field: 'proof', code: 'invalid', message }]);
}
