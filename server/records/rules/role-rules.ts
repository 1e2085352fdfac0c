import { builtInRoleRefusal, roleInUseRefusal } from '#shared/model/role.ts';
import { normaliseText } from '#shared/model/search-text.ts';
import { PlainError } from '#shared/protocol/errors.ts';
import type { Row } from '../../database/rows.ts';
import { titleOf } from '../refusals.ts';
import type { Batch } from '../batch.ts';
import type { EntityRules } from './entity-rules.ts';

const assignmentsOf = (batch: Batch, roleName: string): Promise<Row[]> =>
  batch.find('roleAssignment', 'roleName_key', normaliseText(roleName));

/** Built-in roles stay as they are; a role in use stays; a renamed one keeps its people (decision 11). */
export const roleRules: EntityRules = {
  async check({ kind, entity, row }, batch) {
    if (!row || kind === 'restore') return;
    const name = titleOf(entity, row);
    const builtIn = builtInRoleRefusal(name, kind === 'delete' ? 'deleted' : 'renamed');
    if (builtIn !== null) throw new PlainError('conflict', builtIn);
    if (kind !== 'delete') return;
    const holders = await assignmentsOf(batch, name);
    const inUse = roleInUseRefusal(
      name,
      holders.map((holder) => String(holder['userName'] ?? holder['userEmail'])),
    );
    if (inUse !== null) throw new PlainError('conflict', inUse);
  },

  async follow({ kind, entity, row, values }, batch) {
    const name = values['name'];
    if (kind !== 'update' || !row || typeof name !== 'string') return;
    for (const holder of await assignmentsOf(batch, titleOf(entity, row))) {
      batch.set('roleAssignment', holder._id, { roleName: name });
      for (const user of await batch.find('user', 'email_key', holder['userEmail_key'] ?? null)) {
        // The rights of a role of one's own making do not change with its name: the session goes on.
        batch.set('user', user._id, { roleName: name });
      }
    }
  },
};
