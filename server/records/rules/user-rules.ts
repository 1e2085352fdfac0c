import { normaliseText } from '#shared/model/search-text.ts';
import { auditUserChange } from '../../audit/changes.ts';
import { forgetPlaces } from '../../auth/known-places.ts';
import { roleChanged } from '../../auth/role-change.ts';
import { forgetSecondFactor } from '../../auth/second-factor.ts';
import type { Row } from '../../database/rows.ts';
import type { Batch } from '../batch.ts';
import type { EntityRules } from './entity-rules.ts';
import { alignCandidatesOf } from './own-student.ts';
import { giveSharedViewsBack, handOverSharedViews } from './saved-view-rules.ts';
import { assertNotLastSuperAdmin } from './super-admins.ts';

/** What a change of a user does to the role, the sessions and the names kept elsewhere (decisions 11 and 13). */
export const userRules: EntityRules = {
  async check({ kind, row, values }, batch) {
    if ('isActive' in values && values['isActive'] === null) values['isActive'] = true;
    if (!row) return;
    if (kind === 'delete' || values['isActive'] === false) await assertNotLastSuperAdmin(batch, row);
    // The assignment goes with the user; a user who is restored starts without a role.
    if (kind === 'delete' && row['roleName'] !== null) values['roleName'] = null;
  },

  async follow(change, batch) {
    const { kind, id, row, values } = change;
    await batch.alongside((trx) => auditUserChange(trx, batch.author, change));
    if (!row) return;
    if (kind === 'delete') {
      for (const assignment of await assignmentsOf(batch, row)) {
        batch.change('roleAssignment', assignment._id, 'delete', {});
      }
      const from = row['roleName'];
      if (typeof from === 'string') {
        await batch.alongside((trx) => roleChanged(trx, batch.author, id, { from, to: null }));
      }
      await batch.alongside(async (trx) => {
        await forgetPlaces(trx, id);
        await forgetSecondFactor(trx, id);
      });
      await batch.endSessions(id, 'deleted');
      await alignCandidatesOf(batch, id);
      await handOverSharedViews(batch, id, null);
      return;
    }
    if (values['isActive'] === false) {
      await batch.endSessions(id, 'deactivated');
      await handOverSharedViews(batch, id, row['roleName']);
    }
    if (values['isActive'] === true) await giveSharedViewsBack(batch, id, row['roleName']);
    const { name, email } = values;
    if (typeof name === 'string' || typeof email === 'string') {
      for (const assignment of await assignmentsOf(batch, row)) {
        batch.set('roleAssignment', assignment._id, {
          ...(typeof name === 'string' ? { userName: name } : {}),
          ...(typeof email === 'string' ? { userEmail: email } : {}),
        });
      }
    }
    if ('email' in values || 'isActive' in values) await alignCandidatesOf(batch, id);
    if (typeof name !== 'string') return;
    const interviewed = await batch.idsWith('candidate', 'interviewerId', id);
    await batch.each('candidate', interviewed, (each) =>
      batch.set('candidate', each, { interviewerName: name }),
    );
  },
};

function assignmentsOf(batch: Batch, user: Row): Promise<Row[]> {
  return batch.find('roleAssignment', 'userEmail_key', normaliseText(String(user['email'])));
}
