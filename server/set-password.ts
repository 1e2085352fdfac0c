import { normaliseText } from '#shared/model/search-text.ts';
import { audit } from './audit/record.ts';
import { openPasswords, ownerOf } from './auth/passwords.ts';
import type { Configuration } from './configuration/configuration.ts';
import { readPassword } from './create-admin.ts';
import type { Database } from './database/database.ts';

/**
 * `--set-password EMAIL`: for an office whose administrators have all forgotten theirs. The user's sessions end.
 * @returns a sentence that says what was done.
 * @throws Error with a sentence where there is no such employee, or the password is not a good one.
 */
export async function setPassword(
  database: Database,
  configuration: Configuration,
  email: string,
): Promise<string> {
  const [user] = await database.all<{ _id: string; isActive: number | null }>(
    'SELECT "_id", "isActive" FROM "user" WHERE "email_key" = ? AND "deletedAt" IS NULL',
    [normaliseText(email)],
  );
  if (!user) throw new Error(`There is no employee with the email ${email}.`);
  const passwords = await openPasswords(database, configuration, (sentence) =>
    process.stderr.write(`${sentence}\n`),
  );
  const owner = await ownerOf(database, user._id);
  const keep = await passwords.prepare(user._id, await readPassword(), owner);
  await database.write(async (trx, log) => {
    await keep(trx);
    await trx.all(
      `UPDATE "sessions" SET "endedAt" = ?, "endReason" = 'password-changed' WHERE "userId" = ? AND "endedAt" IS NULL`,
      [log.at, user._id],
    );
    await audit(trx, { action: 'password-change', outcome: 'done', userId: null, subjectId: user._id });
  });
  const closed = user.isActive === 0 ? ' The account is not active: a Super Admin can open it.' : '';
  return `${email} has the new password.${closed}`;
}
