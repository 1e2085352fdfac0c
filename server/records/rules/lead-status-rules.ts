import { PlainError } from '#shared/protocol/errors.ts';
import { titleOf } from '../refusals.ts';
import type { EntityRules } from './entity-rules.ts';

/** A lead status that inquiries have cannot be deleted (decisions, "Records"). */
export const leadStatusRules: EntityRules = {
  async check({ kind, entity, id, row }, batch) {
    if (kind !== 'delete' || !row) return;
    const [found] = await batch.ask<{ count: number }>(
      'SELECT COUNT(*) AS "count" FROM "inquiry" WHERE "leadStatus" = ? AND "deletedAt" IS NULL',
      [id],
    );
    const count = Number(found?.count ?? 0);
    if (count === 0) return;
    const have = count === 1 ? '1 inquiry has' : `${count} inquiries have`;
    const it = count === 1 ? 'it' : 'them';
    throw new PlainError(
      'conflict',
      `${have} the lead status "${titleOf(entity, row)}". Give ${it} another one first.`,
    );
  },
};
