import { lastSuperAdminRefusal } from '#shared/model/user.ts';
import { PlainError } from '#shared/protocol/errors.ts';
import type { Row } from '../../database/rows.ts';
import type { Batch } from '../batch.ts';

const SUPER_ADMIN = 'Super Admin';

/**
 * One without a password cannot sign in, and so not take over.
 * @throws PlainError `conflict` where the user is the last active Super Admin who can sign in, and who cannot be deleted,
 * deactivated or stripped of the role (decision 11).
 */
export async function assertNotLastSuperAdmin(batch: Batch, user: Row): Promise<void> {
  if (user['roleName'] !== SUPER_ADMIN || user['isActive'] === 0 || user['deletedAt'] !== null) return;
  const admins = await batch.find('user', 'roleName', SUPER_ADMIN);
  const others = admins.filter((other) => other._id !== user._id && other['isActive'] !== 0);
  const name = String(user['name']);
  if (others.length === 0) throw new PlainError('conflict', lastSuperAdminRefusal(name));
  const withPassword = 'SELECT 1 FROM "credentials" WHERE "userId" = ?';
  for (const { _id } of others) if ((await batch.ask(withPassword, [_id])).length > 0) return;
  throw new PlainError(
    'conflict',
    `${name} is the last active Super Admin with a password. Give another Super Admin one first.`,
  );
}
