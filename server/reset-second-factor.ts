import { normaliseText } from '#shared/model/search-text.ts';
import { audit } from './audit/record.ts';
import { forgetSecondFactor } from './auth/second-factor.ts';
import type { Database } from './database/database.ts';

/**
 * `--reset-second-factor EMAIL`: for somebody who lost the phone and the recovery codes where no Super Admin can turn
 * it off. The user's sessions end.
 * @returns a sentence that says what was done.
 * @throws Error with a sentence where there is no such employee.
 */
export async function resetSecondFactor(database: Database, email: string): Promise<string> {
  const [user] = await database.all<{ _id: string }>(
    'SELECT "_id" FROM "user" WHERE "email_key" = ? AND "deletedAt" IS NULL',
    [normaliseText(email)],
  );
  if (!user) throw new Error(`There is no employee with the email ${email}.`);
  return database.write(async (trx, log) => {
    if (!(await forgetSecondFactor(trx, user._id))) return `${email} has no two-step sign-in.`;
    await trx.all(
      `UPDATE "sessions" SET "endedAt" = ?, "endReason" = 'second-factor-changed' WHERE "userId" = ? AND "endedAt" IS NULL`,
      [log.at, user._id],
    );
    const change = 'reset';
    await audit(trx, {
      action: 'second-factor',
      outcome: 'done',
      userId: null,
      subjectId: user._id,
      detail: { change },
    });
    return `${email} signs in with the password alone now, and can set two-step sign-in up again.`;
  });
}
