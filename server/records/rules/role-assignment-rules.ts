import { normaliseText } from '#shared/model/search-text.ts';
import { PlainError } from '#shared/protocol/errors.ts';
import { roleChanged } from '../../auth/role-change.ts';
import type { Row } from '../../database/rows.ts';
import type { Batch } from '../batch.ts';
import type { Change } from '../change.ts';
import { parseVersions, versionOf } from '../versions.ts';
import type { EntityRules } from './entity-rules.ts';
import { alignCandidatesOf } from './own-student.ts';
import { giveSharedViewsBack, handOverSharedViews, sharesViews } from './saved-view-rules.ts';
import { assertNotLastSuperAdmin } from './super-admins.ts';

/** One role for one existing user; the user's own record carries the role's name (decision 11). */
export const roleAssignmentRules: EntityRules = {
  async check(change, batch) {
    const { kind, row, values } = change;
    const holder = row ? await userWith(batch, row['userEmail']) : null;
    const email = values['userEmail'] ?? row?.['userEmail'];
    const user = kind === 'delete' ? holder : await userOrRefusal(batch, email);
    if (user && kind !== 'delete') {
      await assertSamePerson(change, batch, user);
      if ('userEmail' in values) values['userEmail'] = user['email'];
      if (row?.['userName'] !== user['name']) values['userName'] = user['name'];
    }
    if (typeof values['roleName'] === 'string')
      values['roleName'] = await roleName(batch, values['roleName']);
    if (kind === 'restore') await assertRoleIsThere(batch, row?.['roleName']);
    assertNotOwnRise(change, batch, user);
    const newRole = values['roleName'] ?? row?.['roleName'];
    const keepsRole = kind !== 'delete' && user?._id === holder?._id && newRole === holder?.['roleName'];
    if (holder && !keepsRole && kind !== 'restore') await assertNotLastSuperAdmin(batch, holder);
  },

  async follow({ kind, id, row }, batch) {
    const now = await batch.get('roleAssignment', id);
    const user = kind === 'delete' ? null : await userWith(batch, now?.['userEmail']);
    const before = row && kind !== 'restore' ? await userWith(batch, row['userEmail']) : null;
    if (before && before._id !== user?._id) await giveRole(batch, before, null);
    if (user) await giveRole(batch, user, now?.['roleName'] ?? null);
  },
};

async function userWith(batch: Batch, email: unknown): Promise<Row | null> {
  if (typeof email !== 'string') return null;
  const [user] = await batch.find('user', 'email_key', normaliseText(email));
  return user ?? null;
}

async function userOrRefusal(batch: Batch, email: unknown): Promise<Row> {
  const user = await userWith(batch, email);
  if (user) return user;
  const message = 'There is no employee with this email. Add the employee first';
  throw new PlainError('invalid', `${message}.`, [{ field: 'userEmail', code: 'invalid', message }]);
}

/**
 * What comes back is the role of who had it: the email may be somebody else's by now, who is not given it unsaid.
 * @throws PlainError `conflict`
 */
async function assertSamePerson(
  { kind, row, values, takesBack }: Change,
  batch: Batch,
  user: Row,
): Promise<void> {
  const comesBack = kind === 'restore' || (takesBack && 'userEmail' in values);
  if (!row || !comesBack) return;
  const wentAt =
    kind === 'restore'
      ? Number(row['_seq'])
      : versionOf(row, parseVersions(row['_versions']), 'userEmail')[0];
  const [hasItSince] = versionOf(user, parseVersions(user['_versions']), 'email');
  if (hasItSince <= wentAt || (await isOfThisSet(batch, hasItSince))) return;
  throw new PlainError(
    'conflict',
    `The email ${String(user['email'])} is that of ${String(user['name'])} by now. Assign the role by hand.`,
  );
}

/** The undo that brings an email back to its user does so before it brings back the role. */
async function isOfThisSet(batch: Batch, seq: number): Promise<boolean> {
  if (batch.setId === null) return false;
  const [line] = await batch.ask<{ setId: string | null }>(
    'SELECT "setId" FROM "change_log" WHERE "seq" = ?',
    [seq],
  );
  return line?.setId === batch.setId;
}

/** The role's name as it is written. */
async function roleName(batch: Batch, given: string): Promise<unknown> {
  const [role] = await batch.find('role', 'name_key', normaliseText(given));
  if (role) return role['name'];
  const message = 'There is no role of this name. Choose one from the list';
  throw new PlainError('invalid', `${message}.`, [{ field: 'roleName', code: 'invalid', message }]);
}

/** A role that nobody had any more may have been deleted while the assignment was. */
async function assertRoleIsThere(batch: Batch, name: unknown): Promise<void> {
  if (typeof name !== 'string') return;
  const [role] = await batch.find('role', 'name_key', normaliseText(name));
  if (role) return;
  throw new PlainError(
    'conflict',
    `There is no role "${name}" any more: it was deleted or renamed. Restore that one first, or assign another.`,
  );
}

/** Only a Super Admin gets here at all; should another role ever be let in, nobody raises themselves. */
function assertNotOwnRise({ kind }: Change, batch: Batch, user: Row | null): void {
  if (kind === 'delete' || user?._id !== batch.author._id || batch.author.role === 'Super Admin') return;
  throw new PlainError('forbidden', 'Nobody can change their own role. Ask another administrator.');
}

async function giveRole(batch: Batch, user: Row, name: unknown): Promise<void> {
  if ((user['roleName'] ?? null) === name) return;
  batch.set('user', user._id, { roleName: name });
  const from = typeof user['roleName'] === 'string' ? user['roleName'] : null;
  const to = typeof name === 'string' ? name : null;
  await batch.alongside((trx) => roleChanged(trx, batch.author, user._id, { from, to }));
  await batch.endSessions(user._id, 'role-changed');
  if (sharesViews(from) && !sharesViews(to)) await handOverSharedViews(batch, user._id, to);
  if (!sharesViews(from) && user['isActive'] !== 0) await giveSharedViewsBack(batch, user._id, to);
  if (from === 'Student' || to === 'Student') await alignCandidatesOf(batch, user._id);
}
