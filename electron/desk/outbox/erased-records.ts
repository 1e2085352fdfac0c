import { isDataSubject } from '#shared/access/persons.ts';
import { entityOf, type EntityName } from '#shared/model/entities.ts';
import { storedFields } from '#shared/model/entity.ts';
import { filesNamedBy } from '#shared/model/named-files.ts';
import type { StatementCache } from '../storage/sqlite-file.ts';
import type { WaitingFiles } from './files-waiting.ts';
import type { OutboxConflicts } from './outbox-conflicts.ts';
import type { OutboxNotices } from './outbox-notices.ts';
import type { OutboxSets } from './outbox-sets.ts';
import type { OutboxOperation } from './outbox-operation.ts';
import { forgetCauses } from './refusal-sentences.ts';

export interface RecordName {
  entity: EntityName;
  recordId: string;
}

/** The parts of an outbox that may hold something of a record. */
interface Parts {
  conflicts: OutboxConflicts;
  sets: OutboxSets;
  notices: OutboxNotices;
  files: WaitingFiles;
  ofRecord(entity: EntityName, recordId: string): OutboxOperation[];
  refused(): OutboxOperation[];
  unanswered(): OutboxOperation[];
  remove(ids: readonly string[]): void;
  transaction(work: () => void): void;
  leaveNothing(): void;
}

/** How a change is called of which nobody may say whose it was. */
const NAMELESS = 'Change of a person';
const MERGE_NOT_DONE =
  'One of the records that you merged was erased meanwhile. The merge was not done: the others are as they were.';

/**
 * Records of people who were erased: whatever was done about them on this computer goes, sent or not, from the disk too.
 * Gives those of which there was anything. Done once more after a crash it does the rest.
 */
export function forgetErased(
  outbox: Parts,
  statements: StatementCache,
  sumAnew: (id: string) => void,
  records: readonly RecordName[],
): RecordName[] {
  let found: RecordName[] = [];
  let hadSentences = false;
  // All in one go: thousands may have been changed as one set, which is looked through once for all of them.
  outbox.transaction(() => {
    const gone: OutboxOperation[] = [];
    found = records.filter(({ entity, recordId }) => {
      const own = outbox.ofRecord(entity, recordId);
      gone.push(...own);
      return outbox.conflicts.remove(entity, recordId) || own.length > 0;
    });
    const known = new Set(gone.map(({ id }) => id));
    const add = (operations: readonly OutboxOperation[]): OutboxOperation[] => {
      const more = operations.filter(({ id }) => !known.has(id));
      for (const operation of more) {
        known.add(operation.id);
        gone.push(operation);
        found.push({ entity: operation.entity, recordId: operation.recordId });
      }
      return more;
    };
    const ids = new Set(records.map(({ recordId }) => recordId));
    const merges = mergesOf(outbox, statements, ids);
    add(namingThem(outbox, statements, ids));
    const undone = add(merges);
    const goneIds = gone.map(({ id }) => id);
    hadSentences = forgetCauses(statements, goneIds, [...ids], true);
    if (gone.length === 0) return;
    outbox.remove(goneIds);
    unname(outbox, statements, sumAnew, gone);
    if (undone.length > 0) outbox.notices.add(MERGE_NOT_DONE, new Date().toISOString());
  });
  if (found.length > 0 || hadSentences) outbox.leaveNothing();
  return found;
}

/**
 * What names the records, and is none of them: new records that the server never took, as a note on somebody who was deleted
 * first, of which it cannot say that they were erased; and that they are no duplicates of others.
 */
function namingThem(outbox: Parts, statements: StatementCache, ids: ReadonlySet<string>): OutboxOperation[] {
  if (ids.size === 0) return [];
  const made = madeOf([...outbox.refused(), ...outbox.unanswered()], ids);
  const pairs = statements
    .prepare(`SELECT DISTINCT recordId FROM operations WHERE entity = 'notDuplicate'`)
    .all()
    .flatMap((row) => outbox.ofRecord('notDuplicate', (row as { recordId: string }).recordId));
  return [...made, ...pairs.filter(({ changes }) => namesOne(changes['records'], ids))];
}

/**
 * Merges that the server has not taken in, of the records or into them: what was to go over is theirs, and the rest of it alone
 * would write that into somebody else, or take somebody away for nothing.
 */
function mergesOf(outbox: Parts, statements: StatementCache, ids: ReadonlySet<string>): OutboxOperation[] {
  const sets = statements
    .prepare(
      `SELECT DISTINCT setId AS "set" FROM operations
       WHERE entity = 'mergedRecord' AND kind = 'create' AND status <> 'applied' AND setId IS NOT NULL`,
    )
    .all() as { set: string }[];
  return sets.flatMap(({ set }) => {
    const open = outbox.sets.of(set).filter(({ status }) => status !== 'applied');
    const isOfThem = open.some(
      ({ entity, recordId, changes: { was, candidate, inquiry } }) =>
        entity === 'mergedRecord' && [recordId, was, candidate, inquiry].some((id) => ids.has(String(id))),
    );
    return isOfThem ? open : [];
  });
}

const namesOne = (list: unknown, ids: ReadonlySet<string>): boolean =>
  Array.isArray(list) && list.some((each) => ids.has(String(each)));

/** Of the operations those that make a record of one of the records, or to be shown with it; and what is made of these. */
export function madeOf(
  operations: readonly OutboxOperation[],
  records: ReadonlySet<string>,
): OutboxOperation[] {
  const made = new Set(records);
  const found: OutboxOperation[] = [];
  let others = operations.filter(({ kind }) => kind === 'create');
  for (;;) {
    const more = others.filter((each) => isOf(each, made));
    if (more.length === 0) return found;
    found.push(...more);
    for (const { recordId } of more) made.add(recordId);
    others = others.filter((each) => !more.includes(each));
  }
}

/** As the server judges it of records that it has had (server/records/erased.ts). */
function isOf({ entity, changes }: OutboxOperation, made: ReadonlySet<string>): boolean {
  const definition = entityOf(entity);
  return storedFields(definition).some(([name, { target }]) => {
    const isOfPerson = isDataSubject(entity) && target !== undefined && isDataSubject(target.entity);
    return (isOfPerson || definition.shownWith?.includes(name) === true) && made.has(String(changes[name]));
  });
}

/** What is left of the sets, the notices and the files of operations that are gone says nothing of them. */
function unname(
  outbox: Parts,
  statements: StatementCache,
  sumAnew: (id: string) => void,
  gone: readonly OutboxOperation[],
): void {
  const titles = [...new Set(gone.flatMap(({ title }) => (title === '' ? [] : [title])))];
  const names = (text: string): boolean => titles.some((title) => text.includes(title));
  const sets = new Map(gone.flatMap(({ set }) => (set ? [[set.id, set.title] as const] : [])));
  for (const [set, title] of sets) {
    if (!names(title)) continue;
    const sound = outbox.sets.of(set).filter((each) => !each.damaged);
    statements.prepare('UPDATE operations SET setTitle = ? WHERE setId = ?').run(NAMELESS, set);
    for (const { id } of sound) sumAnew(id);
  }
  for (const { id, message } of outbox.notices.all()) if (names(message)) outbox.notices.putAway(id);
  for (const { entity, changes } of gone)
    for (const { hash } of filesNamedBy(entityOf(entity), changes)) outbox.files.forgetUnnamed(hash);
}
