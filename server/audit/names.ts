import type { Database } from '../database/database.ts';
import { selectIn } from '../database/statements.ts';

/** The names of users, those of deleted ones too: a log of what happened must not forget who it was. */
export async function namesOf(
  database: Database,
  userIds: Iterable<string | null>,
): Promise<(userId: string) => string | null> {
  const ids = [...new Set(userIds)].filter((id) => id !== null);
  const users = await selectIn<{ _id: string; name: string | null }>(
    database,
    'user',
    '_id',
    ids,
    '"_id", "name"',
  );
  const names = new Map(users.map(({ _id, name }) => [_id, name]));
  return (userId) => names.get(userId) ?? null;
}
