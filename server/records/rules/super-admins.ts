import { lastSuperAdminRefusal } from '#shared/model/user.ts';
import { PlainError } from '#shared/protocol/errors.ts';
import type { Row } from '../../database/rows.ts';
import type { Batch } from '../batch.ts';

const SUPER_ADMIN = 'Super Admin';

/**
 * @throws PlainError `conflict` where the user is the last active Super Admin, who cannot be deleted, deactivated or
 * stripped of the role (decision 11).
 */
export async function assertNotLastSuperAdmin(batch: Batch, user: Row): Promise<void> {
  if (user['roleName'] !== SUPER_ADMIN || user['isActive'] === 0 || user['deletedAt'] !== null) return;
  const admins = await batch.find('user', 'roleName', SUPER_ADMIN);
  if (admins.some((other) => other._id !== user._id && other['isActive'] !== 0)) return;
  throw new PlainError('conflict', lastSuperAdminRefusal(String(user['name'])));
}
