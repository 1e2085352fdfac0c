import { leadStatusInUseRefusal } from '#shared/model/lead-status.ts';
import { PlainError } from '#shared/protocol/errors.ts';
import { titleOf } from '../refusals.ts';
import type { EntityRules } from './entity-rules.ts';

/** A lead status that inquiries have cannot be deleted (decision 10). */
export const leadStatusRules: EntityRules = {
  async check({ kind, entity, id, row }, batch) {
    if (kind !== 'delete' || !row) return;
    const [found] = await batch.ask<{ count: number }>(
      'SELECT COUNT(*) AS "count" FROM "inquiry" WHERE "leadStatus" = ? AND "deletedAt" IS NULL',
      [id],
    );
    const refusal = leadStatusInUseRefusal(titleOf(entity, row), Number(found?.count ?? 0));
    if (refusal !== null) throw new PlainError('conflict', refusal);
  },
};
