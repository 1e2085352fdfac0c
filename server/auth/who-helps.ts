import type { Transaction } from '../database/database.ts';

type Reader = Pick<Transaction, 'all'>;

/** What the one can do whom no other Super Admin can help (docs/operations.md). */
const AT_THE_SERVER = "turn two-step sign-in off at the server's command line with --reset-second-factor";

/**
 * What is left to a user who cannot give a code: it ends a sentence, from `or` on.
 * @param ofAdministrator what another administrator is asked for, where there is one
 */
export async function otherwise(reader: Reader, userId: string, ofAdministrator: string): Promise<string> {
  const others = await reader.all(
    `SELECT 1 AS "one" FROM "user" WHERE "roleName" = 'Super Admin' AND "_id" <> ?
     AND "deletedAt" IS NULL AND COALESCE("isActive", 1) <> 0 LIMIT 1`,
    [userId],
  );
  return others.length > 0 ? `or ask an administrator${ofAdministrator}` : `or ${AT_THE_SERVER}`;
}
