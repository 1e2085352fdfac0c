import { mayRead } from '#shared/access/permissions.ts';
import { entityOf } from '#shared/model/entities.ts';
import { listNamed } from '#shared/model/list-names.ts';
import { PlainError } from '#shared/protocol/errors.ts';
import type { Batch } from '../batch.ts';
import type { Change } from '../change.ts';
import type { EntityRules } from './entity-rules.ts';

/** A view is of a list that its owner sees; roles that it is no longer shared with lose it (decision 25). */
export const savedViewRules: EntityRules = {
  check(change, batch) {
    assertList(change, batch);
  },

  async follow({ kind, entity, id, row, values }, batch, seq) {
    if (kind !== 'update' || !('sharedWith' in values)) return;
    const roles = (shared: unknown): string[] => (Array.isArray(shared) ? shared.map(String) : []);
    const kept = new Set(roles(values['sharedWith']));
    const before: unknown = JSON.parse(typeof row?.['sharedWith'] === 'string' ? row['sharedWith'] : '[]');
    for (const role of roles(before).filter((each) => !kept.has(each))) {
      for (const user of await batch.find('user', 'roleName', role)) {
        if (user._id !== row?.['owner']) batch.hideFrom(user._id, entity.name, id, seq);
      }
    }
  },
};

/** Of the view that opens first the same holds. */
export const openingViewRules: EntityRules = { check: assertList };

function assertList({ values }: Change, batch: Batch): void {
  if (!('list' in values)) return;
  const list = listNamed(values['list']);
  if (list && mayRead(entityOf(list.entity), batch.author.role)) return;
  const message = 'There is no list of that name that you may see';
  throw new PlainError('invalid', `${message}.`, [{ field: 'list', code: 'invalid', message }]);
}
