import { normaliseText } from '#shared/model/search-text.ts';
import { PlainError } from '#shared/protocol/errors.ts';
import type { Batch } from '../batch.ts';
import type { Change } from '../change.ts';
import type { EntityRules } from './entity-rules.ts';

/**
 * Who added a candidate, and who interviews it: the name is what people see, the id decides (decision 11, "Assigned to
 * an interviewer").
 */
export const candidateRules: EntityRules = {
  check(change, batch) {
    if (change.kind === 'create') change.values['map'] = batch.author._id;
    const { values } = change;
    return 'interviewerId' in values || 'interviewerName' in values
      ? nameInterviewer(values, batch)
      : undefined;
  },

  /** An interviewer who lost the candidate is told so. */
  follow({ kind, entity, id, row, values }, batch, seq) {
    const before = row?.['interviewerId'];
    if (kind === 'update' && 'interviewerId' in values && typeof before === 'string') {
      batch.hideFrom(before, entity.name, id, seq);
    }
  },
};

async function nameInterviewer(values: Change['values'], batch: Batch): Promise<void> {
  const { interviewerId: id, interviewerName: name } = values;
  if (typeof id === 'string') {
    const user = await batch.get('user', id);
    if (!user || user['deletedAt'] !== null) {
      const message = 'Interviewer must be an employee. Choose one from the list';
      throw new PlainError('invalid', `${message}.`, [{ field: 'interviewerId', code: 'invalid', message }]);
    }
    values['interviewerName'] = user['name'];
    return;
  }
  if (typeof name !== 'string') {
    values['interviewerId'] = null;
    values['interviewerName'] = null;
    return;
  }
  const named = await batch.find('user', 'name_key', normaliseText(name));
  const active = named.filter((user) => user['isActive'] !== 0);
  const only = active.length === 1 ? active[0] : undefined;
  values['interviewerId'] = only?._id ?? null;
}
