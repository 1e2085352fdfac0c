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
  const found = records.filter(({ entity, recordId }) => {
    const own = outbox.ofRecord(entity, recordId);
    const told = outbox.conflicts.remove(entity, recordId);
    if (own.length === 0) return told;
    outbox.remove(own.map(({ id }) => id));
    outbox.transaction(() => unname(outbox, statements, sumAnew, own));
    return true;
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
  for (const { set } of gone) {
    if (!set || !names(set.title)) continue;
    const sound = outbox.sets.of(set.id).filter((each) => !each.damaged);
    statements.prepare('UPDATE operations SET setTitle = ? WHERE setId = ?').run(NAMELESS, set.id);
    for (const { id } of sound) sumAnew(id);
  }
  for (const { id, message } of outbox.notices.all()) if (names(message)) outbox.notices.putAway(id);
  for (const { entity, changes } of gone)
    for (const { hash } of filesNamedBy(entityOf(entity), changes)) outbox.files.forgetUnnamed(hash);
}
