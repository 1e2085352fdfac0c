import { OWNER_FIELD, type OwnedEntity } from '#shared/access/leads.ts';
import type { ColumnValue } from '#shared/model/columns.ts';
import { MERGEABLE } from '#shared/model/merged-record.ts';
import { VIEW_ROLES } from '#shared/model/saved-view.ts';
import type { Database, Transaction } from '../database/database.ts';
import type { Author } from '../records/author.ts';
import type { Change, ChangeKind } from '../records/change.ts';
import { LARGE_SET } from './brought-in.ts';
import { audit, type AuditEntry } from './record.ts';
import { toldLinesOf } from './told-lines.ts';

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

/** What one call did to a record: of what is alike there is one line. */
interface Told {
  action: AuditEntry['action'];
  recordId: string;
  subjectId?: string;
  detail: { entity: string; from?: string | null; to?: string | null };
}

/** A change of a record as it is made: the columns that change, before and after. */
export interface MadeChange {
  kind: ChangeKind;
  entity: string;
  id: string;
  before: Readonly<Record<string, ColumnValue>>;
  after: Readonly<Record<string, ColumnValue>>;
}

/** Users have lines of their own, and their assignments tell of themselves as changes of role. */
const TOLD_OTHERWISE = new Set(['user', 'roleAssignment']);

/**
 * Gathers what one call deletes, restores, merges, hands over and shares, so that a thousand deletes at once are one line
 * for each entity.
 */
export class ChangeLines {
  readonly #told = new Map<string, Told & { rows: number }>();

  add(change: MadeChange): void {
    const told = toldOf(change);
    if (!told) return;
    const key = JSON.stringify([told.action, told.subjectId, told.detail]);
    const known = this.#told.get(key);
    if (known) known.rows += 1;
    else this.#told.set(key, { ...told, rows: 1 });
  }

  /** Writes the lines, in the transaction of the changes. */
  async write(trx: Transaction, database: Database, { _id: userId, address }: Author): Promise<void> {
    // To give one record to a colleague is everyday work, and so is to work on some of others; their history tells of it.
    for (const [kind, { rows: here, recordId, detail, ...told }] of this.#told) {
      if (told.action === 'handed-over' && here <= (told.subjectId === userId ? LARGE_SET : 1)) continue;
      await toldLinesOf(database).tell(trx, `${userId} ${kind}`, here, (rows) => ({
        ...told,
        outcome: 'done',
        userId,
        address,
        detail: { ...detail, rows, ...(rows === 1 ? { recordId } : {}) },
      }));
    }
    this.#told.clear();
  }
}

function toldOf({ kind, entity, id, before, after }: MadeChange): Told | null {
  if (kind === 'delete' || kind === 'restore') {
    if (TOLD_OTHERWISE.has(entity)) return null;
    const action = kind === 'delete' ? 'record-deleted' : 'record-restored';
    return { action, recordId: id, detail: { entity } };
  }
  if (entity === 'mergedRecord' && kind === 'create') {
    const target = MERGEABLE.find((each) => typeof after[each] === 'string');
    return target
      ? { action: 'records-merged', recordId: String(after[target]), detail: { entity: target } }
      : null;
  }
  if (entity === 'savedView' && 'sharedWith' in after) {
    const [from, to] = [rolesIn(before['sharedWith']), rolesIn(after['sharedWith'])];
    return from === to ? null : { action: 'view-shared', recordId: id, detail: { entity, from, to } };
  }
  if (kind === 'update' && isOwned(entity)) {
    const [from, to] = [before[OWNER_FIELD[entity]], after[OWNER_FIELD[entity]]];
    if (typeof from !== 'string' || from === to) return null;
    // Without anybody they are free for the next, who takes them from nobody.
    const subject = typeof to === 'string' ? { subjectId: to } : {};
    return { action: 'handed-over', recordId: id, ...subject, detail: { entity } };
  }
  return null;
}

const isOwned = (entity: string): entity is OwnedEntity => Object.hasOwn(OWNER_FIELD, entity);

/** The roles of a view in one order: `HR, Admin`; null for none. */
function rolesIn(value: ColumnValue | undefined): string | null {
  const roles: unknown = typeof value === 'string' ? JSON.parse(value) : null;
  if (!Array.isArray(roles) || roles.length === 0) return null;
  return VIEW_ROLES.filter((role) => roles.includes(role)).join(', ');
}
