import { OWNER_FIELD } from '#shared/access/leads.ts';
import { normaliseText } from '#shared/model/search-text.ts';
import { PlainError } from '#shared/protocol/errors.ts';
import type { Batch } from '../batch.ts';
import type { Change } from '../change.ts';
import { showCvsOf } from './document-rules.ts';
import type { EntityRules } from './entity-rules.ts';
import { assertMayHave } from './lead-owner.ts';
import { assertLinks, followLinks } from './linked-records.ts';
import { isItselfAgain } from './merged-links.ts';
import { hideFromStudent, studentWith } from './own-student.ts';

/**
 * Who added a candidate, who interviews it and whose own record it is: the name and the email are what people see, the
 * ids decide (decision 11).
 */
export const candidateRules: EntityRules = {
  async check(change, batch) {
    const { kind, row, values } = change;
    await assertMayHave(change, OWNER_FIELD.candidate, batch);
    if ('inquiry' in values) await assertLinks(change, batch);
    if ('interviewerId' in values || 'interviewerName' in values) await nameInterviewer(values, batch);
    if ('email' in values) values['studentId'] = await studentWith(batch, values['email']);
    // The student's account may have changed while the record was deleted.
    if (kind !== 'restore') return;
    const student = await studentWith(batch, row?.['email']);
    if (student !== row?.['studentId']) values['studentId'] = student;
  },

  /** An interviewer or a student who lost the candidate is told so; one that was merged away is itself again. */
  async follow(change, batch, seq) {
    const { kind, entity, id, row, values } = change;
    const before = row?.['interviewerId'];
    if (kind === 'update' && 'interviewerId' in values && typeof before === 'string') {
      batch.hideFrom(before, entity.name, id, seq);
    }
    if (row && 'studentId' in values) hideFromStudent(batch, row['studentId'], id, seq);
    if (kind === 'restore') await isItselfAgain(batch, 'candidate', id);
    // With those that came back from the one that it was merged into.
    if (kind === 'delete' || kind === 'restore' || (row && 'interviewerId' in values))
      await showCvsOf(id, batch);
    await followLinks(change, batch);
  },
};

async function nameInterviewer(values: Change['values'], batch: Batch): Promise<void> {
  const { interviewerId: id, interviewerName: name } = values;
  if (typeof id === 'string') {
    const user = await batch.get('user', id);
    if (!user || user['deletedAt'] !== null) {
      // With the name that the one that is merged has beside it.
      if (batch.isOfMergedAway('candidate', 'interviewerId', id)) return;
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
