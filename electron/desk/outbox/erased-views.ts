import { newId } from '#shared/model/new-id.ts';
import { savedView } from '#shared/model/saved-view.ts';
import { saysWho, withoutWho, type KnownBy } from '#shared/model/saying-who.ts';
import { viewWithoutPeople } from '#shared/model/view-without-people.ts';
import type { StatementCache } from '../storage/sqlite-file.ts';
import type { RecordName } from './erased-records.ts';
import type { OperationRows } from './operation-rows.ts';
import type { OutboxConflicts } from './outbox-conflicts.ts';
import type { OutboxOperation } from './outbox-operation.ts';

/** The parts of an outbox that may hold something of a saved view. */
interface Parts {
  conflicts: OutboxConflicts;
  remove(ids: readonly string[]): void;
  transaction(work: () => void): void;
  leaveNothing(): void;
}

const VIEW = 'savedView';
/** How a change is called of which nobody may say whose it was. */
const NAMELESS = `Change of ${savedView.label}`;
const SAID_WHO = 'The server refused it.';

/**
 * People were erased: what the user has done to saved views says nothing of them any more. What waits, or was refused, goes on without
 * them. What the server has acknowledged goes as a whole: a view may have named somebody by what this computer never knew,
 * and it is kept for a restored server alone. Gives the views of which there was anything.
 */
export function forgetInViews(
  outbox: Parts,
  { statements, rows }: { statements: StatementCache; rows: OperationRows },
  sumAnew: (id: string) => void,
  people: KnownBy,
): RecordName[] {
  const own = rows.list('entity = ? ORDER BY n', VIEW);
  const done = own.filter(({ status }) => status === 'applied');
  const naming = own.filter((each) => each.status !== 'applied' && namesSomebody(people, each));
  const conflicts = outbox.conflicts.open().filter((each) => each.entity === VIEW && names(people, each));
  if (done.length + naming.length + conflicts.length === 0) return [];
  outbox.remove(done.map(({ id }) => id));
  outbox.transaction(() => {
    for (const { recordId } of conflicts) outbox.conflicts.remove(VIEW, recordId);
    for (const operation of naming) clean(statements, sumAnew, people, operation);
  });
  outbox.leaveNothing();
  return [...done, ...naming].map(({ entity, recordId }) => ({ entity, recordId }));
}

const names = (
  people: KnownBy,
  { lost, won, title }: { lost: unknown; won: unknown; title: string },
): boolean =>
  [lost, won, title].some((value) =>
    saysWho(people, typeof value === 'string' ? value : JSON.stringify(value)),
  );

function namesSomebody(people: KnownBy, operation: OutboxOperation): boolean {
  const { changes, seen, before, title, set, error } = operation;
  return (
    [changes, seen, before].some((values) => values !== null && isOf(people, values)) ||
    [title, set?.title, error?.error].some((text) => text !== undefined && saysWho(people, text))
  );
}

const isOf = (people: KnownBy, values: object): boolean =>
  Object.keys(viewWithoutPeople(people, { ...values })).length > 0;

function clean(
  statements: StatementCache,
  sumAnew: (id: string) => void,
  people: KnownBy,
  operation: OutboxOperation,
): void {
  const { n, id, status, damaged, changes, seen, before, title, set, error } = operation;
  const without = (values: object | null): string | null =>
    values && JSON.stringify({ ...values, ...viewWithoutPeople(people, { ...values }) });
  const called = (text: string, otherwise: string): string =>
    saysWho(people, text) ? withoutWho(people, text) || otherwise : text;
  // Of what may have reached the server it would answer another change of that id by what it has of the first.
  const [now, stands] = status === 'sent' ? [newId(), 'waiting'] : [id, status];
  statements
    .prepare(
      `UPDATE operations SET id = ?, status = ?, changes = ?, seen = ?, before = ?, title = ?, error = ? WHERE n = ?`,
    )
    .run(
      now,
      stands,
      without(changes),
      without(seen),
      before && isOf(people, before) ? null : without(before),
      called(title, savedView.label),
      error && JSON.stringify({ ...error, error: called(error.error, SAID_WHO) }),
      n,
    );
  if (set && saysWho(people, set.title))
    statements.prepare('UPDATE operations SET setTitle = ? WHERE n = ?').run(called(set.title, NAMELESS), n);
  if (!damaged) sumAnew(now);
}
