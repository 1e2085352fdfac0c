import type { HistoryAuthor } from '#shared/protocol/history.ts';
import type { Database } from '../database/database.ts';
import { selectIn } from '../database/statements.ts';

/** Who the users of these ids are; the name is null for one who is no longer there. */
export async function authorsOf(
  database: Database,
  userIds: Iterable<string | null>,
): Promise<(userId: string | null) => HistoryAuthor | null> {
  const ids = [...new Set(userIds)].filter((id) => id !== null);
  const users = await selectIn<{ _id: string; name: string; deletedAt: string | null }>(
    database,
    'user',
    '_id',
    ids,
    '"_id", "name", "deletedAt"',
  );
  const names = new Map(users.filter((user) => user.deletedAt === null).map(({ _id, name }) => [_id, name]));
  return (userId) => (userId === null ? null : { _id: userId, name: names.get(userId) ?? null });
}
