import { audit } from '../audit/record.ts';
import type { Transaction } from '../database/database.ts';
import type { Author } from '../records/author.ts';
import { forgetSealedPassword } from './sealed-passwords.ts';

/** What another role brings with it beside the user's record: a line in the audit log, and a Super Admin's privacy. */
export async function roleChanged(
  trx: Transaction,
  author: Author,
  userId: string,
  roles: { from: string | null; to: string | null },
): Promise<void> {
  await audit(trx, {
    action: 'role-change',
    outcome: 'done',
    userId: author._id,
    subjectId: userId,
    address: author.address,
    detail: roles,
  });
  // Nobody may see a Super Admin's password: not by taking the role away first, either.
  if (roles.to === 'Super Admin') await forgetSealedPassword(trx, userId);
}
