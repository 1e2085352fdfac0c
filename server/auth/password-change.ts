import { maySetPassword } from '#shared/access/passwords.ts';
import type { PasswordOwner } from '#shared/model/password-rules.ts';
import { PlainError } from '#shared/protocol/errors.ts';
import { audit, type AuditEntry } from '../audit/record.ts';
import type { Alongside } from '../records/apply-operations.ts';
import type { Services } from '../services.ts';
import { isPassword } from './password-check.ts';
import { ownerOf } from './passwords.ts';
import type { Session } from './sessions.ts';

const isGiven = (password: unknown): boolean =>
  password !== undefined && password !== null && password !== '';

const asText = (value: unknown): string | null => (typeof value === 'string' ? value : null);

/** The user as the call leaves it. */
function ownerWith(known: PasswordOwner, given: Record<string, unknown>): PasswordOwner {
  const now = (name: keyof PasswordOwner): string | null => asText(given[name]) ?? known[name] ?? null;
  return { name: now('name'), email: now('email'), mobileNumber: now('mobileNumber'), dob: now('dob') };
}

function textOf(password: unknown): string {
  if (typeof password === 'string') return password;
  throw new PlainError('invalid', 'Password must be text.', [
    { field: 'password', code: 'invalid', message: 'Password must be text' },
  ]);
}

/**
 * The password of a user who is being added: the work that keeps it with the record. Only who may add users gets that
 * far.
 * @throws PlainError `invalid`.
 */
export async function firstPassword(
  { passwords }: Services,
  session: Session,
  userId: string,
  given: Record<string, unknown>,
): Promise<Alongside | undefined> {
  const { password } = given;
  if (!isGiven(password) || session.role !== 'Super Admin') return undefined;
  const owner = ownerWith({}, given);
  const keep = await passwords.prepare(userId, textOf(password), owner);
  return async (trx) => {
    await keep(trx);
    await audit(trx, passwordChanged(session, userId));
  };
}

/**
 * A new password: one's own by giving the present one, another's by a Super Admin; the user's other sessions end.
 * @throws PlainError `forbidden`, `invalid` or `too-many-requests`.
 */
export async function passwordChange(
  services: Services,
  session: Session,
  userId: string,
  given: Record<string, unknown>,
): Promise<Alongside | undefined> {
  const { password, currentPassword } = given;
  if (!isGiven(password)) return undefined;
  const own = userId === session.user._id;
  if (!maySetPassword({ _id: session.user._id, role: session.role }, userId)) {
    const message = 'Your role may not set Password (password) of others.';
    throw new PlainError('forbidden', message, [{ field: 'password', code: 'invalid', message }]);
  }
  if (own) await assertPresentPassword(services, session, currentPassword);
  else if (await isShown(services, userId, password)) return undefined;
  const owner = ownerWith(await ownerOf(services.database, userId), given);
  const keep = await services.passwords.prepare(userId, textOf(password), owner);
  return async (trx, log) => {
    await keep(trx);
    await audit(trx, passwordChanged(session, userId));
    await services.sessions.endAll(trx, log, userId, 'password-changed', session.id);
  };
}

/** Whether it is the one that the password view shows: a client has sent back the whole of what it was given. */
function isShown({ database, passwords }: Services, userId: string, password: unknown): Promise<boolean> {
  return database.read(async (trx) => (await passwords.sealed.read(trx, userId)) === password);
}

const passwordChanged = (session: Session, subjectId: string): AuditEntry => ({
  action: 'password-change',
  outcome: 'done',
  userId: session.user._id,
  subjectId,
  address: session.address,
});

async function assertPresentPassword(services: Services, session: Session, given: unknown): Promise<void> {
  const { attempts, database, configuration } = services;
  const userId = session.user._id;
  const counted = await attempts.presentPassword(session.id);
  const [kept] = await database.all<{ hash: string }>('SELECT "hash" FROM "credentials" WHERE "userId" = ?', [
    userId,
  ]);
  const right = await isPassword(
    database,
    kept?.hash,
    typeof given === 'string' ? given : '',
    configuration.passwordCost,
  );
  if (!right) {
    const detail = { reason: 'wrong-present-password' };
    await database.write((trx) =>
      audit(trx, { ...passwordChanged(session, userId), outcome: 'refused', detail }),
    );
    const message = 'Give your present password too: it was missing or wrong';
    throw new PlainError('invalid', `${message}.`, [{ field: 'currentPassword', code: 'invalid', message }]);
  }
  await database.write((trx) => counted.succeeded(trx));
  await attempts.rightProof(session);
}
