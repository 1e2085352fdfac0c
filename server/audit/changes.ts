import type { Transaction } from '../database/database.ts';
import type { Author } from '../records/author.ts';
import type { Change } from '../records/change.ts';
import { audit, type AuditEntry } from './record.ts';

/** The lines for a change of an employee's account that touches security, in the transaction of the change. */
export async function auditUserChange(
  trx: Transaction,
  author: Author,
  { kind, id, row, values }: Change,
): Promise<void> {
  const tell = (action: AuditEntry['action'], detail?: AuditEntry['detail']): Promise<void> =>
    audit(trx, {
      action,
      outcome: 'done',
      userId: author._id,
      subjectId: id,
      address: author.address,
      ...(detail ? { detail } : {}),
    });
  if (kind === 'create') await tell('user-created');
  if (kind === 'delete') await tell('user-deleted');
  if (kind === 'restore') await tell('user-restored');
  if (kind !== 'update') return;
  const { isActive, email } = values;
  if (isActive === false) await tell('user-deactivated');
  if (isActive === true && row?.['isActive'] === 0) await tell('user-reactivated');
  if (typeof email === 'string') {
    const from = row?.['email'];
    await tell('email-change', { from: typeof from === 'string' ? from : null, to: email });
  }
}

/** How many records of an entity one call deleted or restored, and which one where it is only one. */
interface Removed {
  action: 'record-deleted' | 'record-restored';
  entity: string;
  rows: number;
  recordId: string;
}

/** Users have lines of their own, and their assignments tell of themselves as changes of role. */
const TOLD_OTHERWISE = new Set(['user', 'roleAssignment']);

/** Gathers what one call deletes and restores, so that a thousand deletes at once are one line for each entity. */
export class RemovalLines {
  readonly #removed = new Map<string, Removed>();

  add(kind: 'delete' | 'restore', entity: string, recordId: string): void {
    if (TOLD_OTHERWISE.has(entity)) return;
    const key = `${kind} ${entity}`;
    const known = this.#removed.get(key);
    if (known) known.rows += 1;
    else {
      const action = kind === 'delete' ? 'record-deleted' : 'record-restored';
      this.#removed.set(key, { action, entity, rows: 1, recordId });
    }
  }

  /** Writes the lines, in the transaction of the changes. */
  async write(trx: Transaction, author: Author): Promise<void> {
    for (const { action, entity, rows, recordId } of this.#removed.values()) {
      const detail = { entity, rows, ...(rows === 1 ? { recordId } : {}) };
      await audit(trx, { action, outcome: 'done', userId: author._id, address: author.address, detail });
    }
    this.#removed.clear();
  }
}
