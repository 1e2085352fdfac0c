import { AccountClosed } from '#shared/protocol/errors.ts';
import { selectIn } from '../database/statements.ts';
import type { ChangeKind } from '../records/change.ts';
import type { Services } from '../services.ts';
import { Lineage } from '../sync/lineage.ts';

const PUT_BACK =
  'The server was put back to an older state, in which your account is closed. Your changes are kept on this computer: ask an administrator to open the account again, then sign in.';

/**
 * What somebody hears whose account is closed, and who has given its password. A desk that was told of more than the
 * server knows now keeps what it has; the server's word alone says so.
 * @param receipt of the desk, where it shows one
 */
export async function accountClosed(
  { database, signer }: Services,
  userId: string,
  sentence: string,
  receipt: string | undefined,
): Promise<AccountClosed> {
  const closed = new AccountClosed(sentence, userId);
  if (receipt === undefined) return closed;
  const wasClosedBy = async (seq: number): Promise<boolean> => {
    const lines = await database.all<Line>(
      `SELECT "kind", "before", "after" FROM "change_log" WHERE "entity" = 'user' AND "recordId" = ? AND "seq" > ?
       AND ("kind" = 'delete' OR "after" LIKE '%"isActive"%')`,
      [userId, seq],
    );
    return !lines.some(isChange);
  };
  const lineage = new Lineage(database, signer);
  const lost = await lineage.hasLost(receipt, await database.seq(), wasClosedBy);
  return lost ? new AccountClosed(PUT_BACK, userId, true) : closed;
}

/** Which of the accounts are deactivated or deleted. */
export async function closedOf({ database }: Services, accounts: readonly string[]): Promise<string[]> {
  const columns = '"_id", "deletedAt", "isActive"';
  const rows = await selectIn<Account>(database, 'user', '_id', accounts, columns);
  return rows.filter(({ deletedAt, isActive }) => deletedAt !== null || isActive === 0).map(({ _id }) => _id);
}

interface Account {
  _id: string;
  deletedAt: string | null;
  isActive: number | null;
}

interface Line {
  kind: ChangeKind;
  before: string | null;
  after: string | null;
}

/** What was so already may be written once more by whoever offers it again: that opened or closed nothing. */
function isChange({ kind, before, after }: Line): boolean {
  if (kind === 'delete') return before === null;
  const activeIn = (columns: string | null): unknown =>
    (JSON.parse(columns ?? '{}') as Record<string, unknown>)['isActive'];
  return activeIn(before) !== activeIn(after);
}
