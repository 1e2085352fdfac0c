import { PlainError } from '#shared/protocol/errors.ts';
import type { Batch } from '../batch.ts';
import type { Change } from '../change.ts';
import { titleOf } from '../refusals.ts';
import type { EntityRules } from './entity-rules.ts';
import { assertMayHave, ownerOfNewInquiry } from './lead-owner.ts';
import { assertLinks, followLinks } from './linked-records.ts';
import { isItselfAgain } from './merged-links.ts';

/** Whose an inquiry is, what it came from and what became of it (decision 21). */
export const inquiryRules: EntityRules = {
  async check(change, batch) {
    if (change.kind === 'restore') await assertStatusIsThere(change, batch);
    if (change.kind === 'delete' || change.kind === 'restore') return;
    await assertMayHave(change, 'assignedTo', batch);
    await assertLinks(change, batch);
    if (change.kind === 'create') await ownerOfNewInquiry(change, batch);
  },

  /** One that was merged away is itself again. */
  async follow(change, batch) {
    if (change.kind === 'restore') await isItselfAgain(batch, 'inquiry', change.id);
    await followLinks(change, batch);
  },
};

/** No inquiry has a lead status that is not there: one that was deleted meanwhile comes back before its inquiry. */
async function assertStatusIsThere({ row }: Change, batch: Batch): Promise<void> {
  const id = row?.['leadStatus'];
  if (typeof id !== 'string') return;
  const status = await batch.get('leadStatus', id);
  if (status && status['deletedAt'] === null) return;
  const named = status ? ` "${titleOf(batch.entity('leadStatus'), status)}"` : '';
  throw new PlainError(
    'conflict',
    `Its lead status${named} was deleted too. Restore that one first, then this inquiry.`,
  );
}
