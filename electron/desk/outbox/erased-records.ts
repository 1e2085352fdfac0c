import { entityOf, type EntityName } from '#shared/model/entities.ts';
import { filesNamedBy } from '#shared/model/named-files.ts';
import type { StatementCache } from '../storage/sqlite-file.ts';
import type { WaitingFiles } from './files-waiting.ts';
import type { OutboxConflicts } from './outbox-conflicts.ts';
import type { OutboxNotices } from './outbox-notices.ts';
import type { OutboxSets } from './outbox-sets.ts';
import type { OutboxOperation } from './outbox-operation.ts';

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
  remove(ids: readonly string[]): void;
  transaction(work: () => void): void;
  leaveNothing(): void;
}

/** How a change is called of which nobody may say whose it was. */
const NAMELESS = 'Change of a person';

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
  // All in one go: thousands may have been changed as one set, which is looked through once for all of them.
  outbox.transaction(() => {
    const gone: OutboxOperation[] = [];
    found = records.filter(({ entity, recordId }) => {
      const own = outbox.ofRecord(entity, recordId);
      gone.push(...own);
      return outbox.conflicts.remove(entity, recordId) || own.length > 0;
    });
    if (gone.length === 0) return;
    outbox.remove(gone.map(({ id }) => id));
    unname(outbox, statements, sumAnew, gone);
  });
  if (found.length > 0) outbox.leaveNothing();
  return found;
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
