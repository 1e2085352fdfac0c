import { mayCreate } from '#shared/access/permissions.ts';
import type { Role } from '#shared/access/roles.ts';
import { contactFields } from '#shared/model/contact-keys.ts';
import { formatNumber } from '#shared/format/numbers.ts';
import { inSentence } from '#shared/format/label-in-sentence.ts';
import { entityOf, type EntityName } from '#shared/model/entities.ts';
import { isMergeable } from '#shared/model/merged-record.ts';
import type { AnyRecord } from '#shared/model/entity.ts';
import type { ContactMatch } from '#shared/protocol/duplicates.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { contactMatches } from '../records/contact-matches.ts';
import { SLICE_MS } from './slices.ts';
import type { StagedRows } from './staged-rows.ts';

/** Rows that are read from the staged file at once. */
const AT_ONCE = 100;

/**
 * How many of the people whom a run has added are here a second time, because somebody else has added them meanwhile: two
 * desks that are given one file know nothing of each other until both have sent it. Whom the preview knew as somebody
 * is not counted, for that was the user's choice; nor who came after this one, or both who added them would be told to take
 * theirs back.
 * @param turn lets others have their turn; throws where it is not to go on
 */
export async function addedByOthers(
  workspace: Workspace,
  staged: StagedRows,
  turn: () => Promise<void>,
): Promise<number> {
  const { entity, set } = staged.work;
  if (set === null) return 0;
  const { sets } = workspace.outbox;
  const definition = entityOf(entity);
  const contacts = (['phone', 'email'] as const).flatMap((kind) => contactFields(definition, kind));
  const isTwice = (id: string): boolean => {
    const record = workspace.reader.record(entity, id);
    if (!record) return false;
    return contacts.some((field) => {
      const value = record[field];
      if (typeof value !== 'string') return false;
      const found = contactMatches(workspace, { entity, field, value, id });
      return found.some(
        (other) =>
          other.entity === entity &&
          isOlder(other, record) &&
          !sets.touches(set, { entity, recordId: other.id }),
      );
    });
  };
  let count = 0;
  let after = 0;
  for (;;) {
    await turn();
    const rows = staged.addedAsNew(after, AT_ONCE);
    let sliceAt = performance.now();
    for (const { row, record } of rows) {
      after = row;
      if (isTwice(record)) count += 1;
      if (performance.now() - sliceAt <= SLICE_MS) continue;
      await turn();
      sliceAt = performance.now();
    }
    if (rows.length < AT_ONCE) return count;
  }
}

/** Whether a record was there first, by the server's clock; of two of one moment one counts as the first. */
function isOlder({ id, addedAt }: ContactMatch, record: AnyRecord): boolean {
  const at = record['createdAt'];
  if (typeof at !== 'string' || addedAt === null || addedAt === undefined) return false;
  return addedAt < at || (addedAt === at && id < record._id);
}

/** What the user reads who has added people whom others were adding. */
export function byOthersSentence(entity: EntityName, count: number, role: Role): string {
  const { label, plural } = entityOf(entity);
  const who =
    count === 1
      ? `1 ${inSentence(label)} that your import has added is here twice: somebody else has added it meanwhile.`
      : `${formatNumber(count)} ${inSentence(plural)} that your import has added are here twice: somebody else has added them meanwhile.`;
  const mayMerge = isMergeable(entity) && mayCreate(entityOf('mergedRecord'), role);
  const merge = mayMerge ? ', or merge what is in both under Duplicates' : '';
  return `${who} Take your import back in Recent changes${merge}.`;
}

export const saysByOthers = (notice: string): boolean =>
  /that your import has added (?:is|are) here twice/.test(notice);
