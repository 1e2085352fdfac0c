/** In `meta`: the number of PostgreSQL's transaction that last took away what people are known by, until a vacuum came after it. */
export const OWED_VACUUM = 'vacuumOwed';

/** Run in that transaction. The number is no less than that of any transaction before it, which may have waited for its lock. */
export const OWE_VACUUM = `INSERT INTO "meta" ("name", "value") SELECT '${OWED_VACUUM}', GREATEST(
    pg_current_xact_id()::text::bigint, pg_snapshot_xmax(pg_current_snapshot())::text::bigint - 1)::text
  ON CONFLICT ("name") DO UPDATE SET "value" = excluded."value"`;
