import { mayViewPassword } from '#shared/access/passwords.ts';
import { PlainError } from '#shared/protocol/errors.ts';
import { audit } from '../audit/record.ts';
import { assertStillAllowed } from '../records/apply-operations.ts';
import { authorOf } from '../records/author.ts';
import type { Services } from '../services.ts';
import { tooManyRequests, type RateLimit } from './rate-limit.ts';
import type { Session } from './sessions.ts';

/** As many passwords may one user ask for within the window. */
export const VIEW_LIMIT = { most: 30, windowMs: 10 * 60_000 } as const;

export interface ViewedPassword {
  /** null where none is kept that can be read. */
  password: string | null;
  /** Whether the organisation keeps passwords for the view at all. */
  passwordsKept: boolean;
}

/**
 * One user's password for a Super Admin (decision 5). The audit log has every view and every
 * refusal before anything is answered.
 * @throws PlainError `forbidden`, `not-found` or `too-many-requests`.
 */
export async function viewPassword(
  { database, passwords }: Services,
  limit: RateLimit,
  session: Session,
  userId: string,
): Promise<ViewedPassword> {
  const { outcome: counted, retryAfterSeconds } = await limit.count(session.user._id);
  const tooMany = (): PlainError => tooManyRequests('You have looked at many passwords.', retryAfterSeconds);
  // The log has the first of these; the rest would only fill it.
  if (counted === 'over') throw tooMany();
  const { refusal, password } = await database.write(async (trx) => {
    await assertStillAllowed(trx, authorOf(session));
    const [owner] = await trx.all<{ roleName: string | null }>(
      'SELECT "roleName" FROM "user" WHERE "_id" = ? AND "deletedAt" IS NULL',
      [userId],
    );
    const refusal = counted === 'allowed' ? refusalOf(session, userId, owner) : tooMany();
    const password = refusal ? null : await passwords.sealed.read(trx, userId);
    const reason = refusal?.code ?? (password === null ? 'none-kept' : undefined);
    await audit(trx, {
      action: 'password-view',
      outcome: refusal ? 'refused' : 'done',
      userId: session.user._id,
      subjectId: owner ? userId : null,
      address: session.address,
      ...(reason === undefined ? {} : { detail: { reason } }),
    });
    return { refusal, password };
  });
  if (refusal) throw refusal;
  return { password, passwordsKept: passwords.sealed.kept };
}

function refusalOf(
  session: Session,
  userId: string,
  owner: { roleName: string | null } | undefined,
): PlainError | null {
  const actor = { _id: session.user._id, role: session.role };
  if (actor.role !== 'Super Admin') {
    return new PlainError('forbidden', 'Only a Super Admin can see the password of an employee.');
  }
  if (!owner) return new PlainError('not-found', 'This employee does not exist.');
  if (mayViewPassword(actor, owner)) return null;
  return new PlainError(
    'forbidden',
    userId === actor._id
      ? 'Your own password is not shown: nobody can see that of a Super Admin.'
      : 'The password of a Super Admin is not shown to anybody.',
  );
}
