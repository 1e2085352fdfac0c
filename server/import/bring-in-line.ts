import type { Author } from '../records/author.ts';
import { Batch } from '../records/batch.ts';
import type { Database } from '../database/database.ts';

const IMPORT: Author = { _id: '', role: '', name: 'The import', deskId: null, sessionId: '', address: '' };

/** What follows from other records, and is empty where it was loaded. */
const FOLLOWING = [
  {
    entity: 'user',
    field: 'roleName',
    sql: `SELECT "u"."_id", "a"."roleName" AS "value" FROM "user" AS "u" JOIN "roleAssignment" AS "a"
      ON "a"."userEmail_key" = "u"."email_key" AND "a"."deletedAt" IS NULL
      WHERE "u"."roleName" IS NULL AND "u"."deletedAt" IS NULL ORDER BY "u"."_id"`,
  },
  {
    entity: 'roleAssignment',
    field: 'userName',
    sql: `SELECT "a"."_id", "u"."name" AS "value" FROM "roleAssignment" AS "a" JOIN "user" AS "u"
      ON "u"."email_key" = "a"."userEmail_key" AND "u"."deletedAt" IS NULL
      WHERE "a"."userName" IS NULL AND "u"."name" IS NOT NULL AND "a"."deletedAt" IS NULL ORDER BY "a"."_id"`,
  },
  {
    entity: 'candidate',
    field: 'studentId',
    sql: `SELECT "c"."_id", "u"."_id" AS "value" FROM "user" AS "u" JOIN "candidate" AS "c"
      ON "c"."email_key" = "u"."email_key" AND "c"."deletedAt" IS NULL
      WHERE "u"."roleName" = 'Student' AND "u"."isActive" IS DISTINCT FROM 0 AND "u"."deletedAt" IS NULL
        AND "c"."studentId" IS NULL ORDER BY "c"."_id"`,
  },
] as const;

/**
 * Gives users their roles, assignments the names and candidates their students, after the last row was loaded: also those of
 * before, and those of an import that was cut short. Desks may have these rows, so each change is in the log.
 */
export async function bringInLine(database: Database): Promise<void> {
  for (const { entity, field, sql } of FOLLOWING) {
    await database.write(async (trx, log) => {
      const batch = new Batch({ trx, log, database }, IMPORT, async () => undefined);
      const empty = await batch.ask<{ _id: string; value: string }>(sql, []);
      const values = new Map(empty.map(({ _id, value }) => [_id, value]));
      await batch.each(entity, [...values.keys()], (id) =>
        batch.set(entity, id, { [field]: values.get(id) }),
      );
      // The audit log is told by the import itself.
      await batch.write();
    });
  }
}
