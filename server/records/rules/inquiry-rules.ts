import { PlainError } from '#shared/protocol/errors.ts';
import { unmerge } from '../merged.ts';
import { titleOf } from '../refusals.ts';
import type { EntityRules } from './entity-rules.ts';

/** No inquiry has a lead status that is not there: one that was deleted meanwhile comes back before its inquiry. */
export const inquiryRules: EntityRules = {
  async check({ kind, row }, batch) {
    const id = row?.['leadStatus'];
    if (kind !== 'restore' || typeof id !== 'string') return;
    const status = await batch.get('leadStatus', id);
    if (status && status['deletedAt'] === null) return;
    const named = status ? ` "${titleOf(batch.entity('leadStatus'), status)}"` : '';
    throw new PlainError(
      'conflict',
      `Its lead status${named} was deleted too. Restore that one first, then this inquiry.`,
    );
  },

  /** One that was merged away is itself again. */
  async follow({ kind, id }, batch) {
    if (kind === 'restore') await unmerge(batch, 'inquiry', id);
  },
};
