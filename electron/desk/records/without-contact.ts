import type { Cache } from '../cache/cache.ts';

/** Of these inquiries those of which this desk knows no contact since then: what it has done may not be sent yet. */
export function withoutContact(cache: Cache, ids: readonly string[], before: string): ReadonlySet<string> {
  const marks = ids.map(() => '?').join(', ');
  const rows = cache.statements
    .prepare(
      `SELECT i."_id" AS id FROM "inquiry" i WHERE i."_id" IN (${marks}) AND i."updatedAt" < ?
         AND (i."nextCall" IS NULL OR i."nextCall" < ?) AND i."enrolledAs" IS NULL
         AND NOT EXISTS (SELECT 1 FROM "activity" a WHERE a."inquiry" = i."_id" AND COALESCE(a."at", a."createdAt") >= ?)`,
    )
    .all(...ids, before, new Date().toISOString(), before) as { id: string }[];
  return new Set(rows.map(({ id }) => id));
}
