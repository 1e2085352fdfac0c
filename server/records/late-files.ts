import { filesNamedBy } from '#shared/model/named-files.ts';
import { entityOf } from '#shared/model/entities.ts';
import type { OperationResult } from '#shared/protocol/sync.ts';
import type { Database } from '../database/database.ts';
import type { Prepared } from './prepared-operation.ts';

/** Long enough ago for the next clean-up to take a file that no record names by then. */
const LONG_AGO = new Date(0).toISOString();

/**
 * A file is sent before the change that names it. Where that came too late and is about somebody who was erased, the file
 * need not wait for a record, unless others have sent it too: it is their user's no more, and goes at the next clean-up.
 */
export async function hurryLateFiles(
  database: Database,
  userId: string,
  operations: readonly Prepared[],
  results: readonly OperationResult[],
): Promise<void> {
  const late = results.flatMap((result, at) => {
    const operation = operations[at]?.operation;
    const isLate =
      result.status === 'refused' && result.code === 'erased' && result.refusedWith === undefined;
    if (!operation || !isLate) return [];
    return filesNamedBy(entityOf(operation.entity), operation.changes).map(({ hash }) => hash);
  });
  if (late.length === 0) return;
  await database.write(async (trx) => {
    for (const hash of new Set(late)) {
      await trx.all('DELETE FROM "file_uploads" WHERE "hash" = ? AND "userId" = ?', [hash, userId]);
      await trx.all(
        `UPDATE "files" SET "unusedSince" = ? WHERE "hash" = ? AND "unusedSince" IS NOT NULL
         AND NOT EXISTS (SELECT 1 FROM "file_uploads" WHERE "file_uploads"."hash" = "files"."hash")`,
        [LONG_AGO, hash],
      );
    }
  });
}
