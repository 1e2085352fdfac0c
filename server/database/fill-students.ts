import type { ColumnValue } from '#shared/model/columns.ts';

/** Asks the database inside the transaction that everything here belongs to. */
export type Ask = <Answer>(sql: string, params: readonly ColumnValue[]) => Promise<Answer[]>;

/** Students whose candidates are looked up by one statement. */
const STUDENTS_AT_ONCE = 500;

const IS_STUDENT = `"u"."roleName" = 'Student' AND "u"."isActive" IS DISTINCT FROM 0 AND "u"."deletedAt" IS NULL
  AND "u"."email_key" IS NOT NULL`;

/**
 * Names the student in the stored candidates that have a student's email, as the rules do for what is written later
 * (server/records/rules/own-student.ts). Changes no number of the log: for rows that no desk has as they are.
 */
export async function fillStudents(ask: Ask): Promise<void> {
  let after = '';
  for (;;) {
    const students = await ask<{ _id: string }>(
      `SELECT "u"."_id" FROM "user" AS "u" WHERE ${IS_STUDENT} AND "u"."_id" > ? ORDER BY "u"."_id" LIMIT ${STUDENTS_AT_ONCE}`,
      [after],
    );
    const last = students.at(-1);
    if (!last) return;
    await ask(
      `UPDATE "candidate" SET "studentId" = "u"."_id" FROM "user" AS "u"
       WHERE ${IS_STUDENT} AND "u"."_id" > ? AND "u"."_id" <= ?
         AND "candidate"."email_key" = "u"."email_key" AND "candidate"."deletedAt" IS NULL
         AND "candidate"."studentId" IS DISTINCT FROM "u"."_id"`,
      [after, last._id],
    );
    after = last._id;
  }
}
