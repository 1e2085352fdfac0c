import type { RowCounts } from '../audit/doors.ts';
import type { Session } from '../auth/sessions.ts';
import type { Services } from '../services.ts';

/**
 * Counts what a first sync gives. Where one begins, with `total` rows in all, the audit log hears of it before anything
 * leaves.
 */
export async function countFirstSync(
  { database, taken }: Pick<Services, 'database' | 'taken'>,
  session: Session,
  { counts, total }: { counts: RowCounts; total?: number | undefined },
): Promise<void> {
  if (total !== undefined) {
    const [open] = await database.all<{ deskName: string | null }>(
      'SELECT "deskName" FROM "sessions" WHERE "id" = ?',
      [session.id],
    );
    await taken.firstSync(session, total, open?.deskName ?? null);
  }
  await taken.leaving(session, 'first-sync', counts);
}
