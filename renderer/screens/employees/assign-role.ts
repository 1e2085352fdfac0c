import { normaliseText } from '#shared/model/search-text.ts';
import type { Results } from '#shared/protocol/bridge.ts';
import { bridge } from '../../bridge/bridge.ts';
import { assignmentDeletion } from '../../components/people/assignment-deletion.ts';
import { deleteRecord } from '../../components/list-screen/delete-record.ts';

type Choice = Results['records.choices'][number];

const MOST = 20;

/**
 * Gives an employee a role, or takes it away once that is confirmed, by the assignment that decides it: a change of its
 * own, after the employee's. Rejects with a sentence where giving it is refused.
 * @param earlier the email before, where it may have just changed: the server moves the assignment to the new one
 */
export async function assignRole(email: string, earlier: string, roleName: string | null): Promise<void> {
  const entity = 'roleAssignment';
  const assignment = await assignmentOf([earlier, email]);
  if (roleName === null) {
    if (!assignment) return;
    await deleteRecord(entity, { id: assignment._id, name: assignment.title }, assignmentDeletion);
    return;
  }
  if (!assignment) {
    await bridge.call('records.save', {
      entity,
      id: null,
      base: null,
      changes: { userEmail: email, roleName },
    });
    return;
  }
  const view = await bridge.call('records.get', { entity, id: assignment._id });
  await bridge.call('records.save', {
    entity,
    id: assignment._id,
    base: view?.base ?? 0,
    changes: { roleName },
  });
}

/** Asked for in this order, an assignment that moves meanwhile is not missed. */
async function assignmentOf(emails: readonly string[]): Promise<Choice | undefined> {
  for (const email of emails) {
    const found = await bridge.call('records.choices', {
      entity: 'roleAssignment',
      search: email,
      limit: MOST,
    });
    const own = found.find(({ title }) => normaliseText(title) === normaliseText(email));
    if (own) return own;
  }
  return undefined;
}
