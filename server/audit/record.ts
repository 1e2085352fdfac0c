import type { AuditAction } from '#shared/protocol/audit.ts';
import type { SecondFactorChange } from '#shared/protocol/second-factor.ts';
import type { Transaction } from '../database/database.ts';
import { insertRows } from '../database/statements.ts';
import { newId } from '#shared/model/new-id.ts';

/** Something that touches security. It holds ids, the account and codes: no secret and no other data of a person. */
export interface AuditEntry {
  action: AuditAction;
  outcome: 'done' | 'refused';
  /** Who did it; null where nobody was signed in, and for the command line. */
  userId: string | null;
  /** The user that it was done to. */
  subjectId?: string | null;
  /** The email given at a sign-in. */
  account?: string | null;
  /** Where the call came from; null for the command line. */
  address?: string | null;
  detail?: {
    /** Why it was refused, or why nothing was shown. */
    reason?: string;
    /** Names of the role, or addresses, before and after. */
    from?: string | null;
    to?: string | null;
    /** What became of the user's two-step sign-in. */
    change?: SecondFactorChange;
    /** What was exported, and how many rows; `exportedAt` where the desk tells of it afterwards. */
    entity?: string;
    list?: string;
    rows?: number;
    exportedAt?: string;
    /** The rows that the desk told of, where there are not so many. */
    claimed?: number;
    /** The how-manieth time of the day, where only some are told of. */
    times?: number;
    /** Title of the change set that brought data in. */
    set?: string;
    /** For what a person was erased, in the words of who did it. */
    why?: string;
    /** The one record that was deleted or restored. */
    recordId?: string;
    /** Of a join code: its id, for how many PCs and until when it was good. */
    code?: string;
    uses?: number;
    endsAt?: string;
    /** Where it was done, if neither in a session nor at the command line. */
    through?: 'first-start';
    /** The device of a session that was ended, of a first sync, or that joined. */
    device?: string | null;
  };
}

const COLUMNS = [
  'id',
  'at',
  'action',
  'outcome',
  'userId',
  'subjectId',
  'account',
  'address',
  'detail',
] as const;

/**
 * Adds a line to the audit log, in the transaction of what it tells of: neither is there without the other. A refusal
 * has a transaction of its own.
 */
export async function audit(trx: Transaction, entry: AuditEntry): Promise<void> {
  const { action, outcome, userId, subjectId, account, address, detail } = entry;
  await insertRows(trx, 'audit_log', COLUMNS, [
    [
      newId(),
      new Date().toISOString(),
      action,
      outcome,
      userId,
      subjectId ?? null,
      account ?? null,
      address ?? null,
      detail ? JSON.stringify(detail) : null,
    ],
  ]);
}

/** The detail of a stored line; null also where an earlier version has left it as no JSON. */
export function readDetail(text: string | null): Record<string, unknown> | null {
  if (text === null) return null;
  try {
    return JSON.parse(text) as Record<string, unknown>;
  } catch {
    return null;
  }
}
