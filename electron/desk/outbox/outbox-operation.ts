import type { Left } from '#shared/protocol/change-sets.ts';
import type { ErrorBody } from '#shared/protocol/errors.ts';
import type { Operation } from '#shared/protocol/sync.ts';
import type { StoredRow } from '#shared/node/cache/cache-rows.ts';

/** `sent`: offered once at least, so that it may have reached the server; it is offered until there is an answer. */
export type OperationStatus = 'waiting' | 'sent' | 'applied' | 'refused';

/** Why the server refused an operation; `dependsOn` where another refused operation is the cause. */
export interface Refusal extends ErrorBody {
  dependsOn?: string;
  /** Nothing was wrong with it: the operation with this id was refused, and they are one set. */
  refusedWith?: string;
  /** Names of the fields whose values were taken away when the account was deactivated. */
  strippedFields?: string[];
}

/** The base of a change that no number of the server's says: it is judged by the values that its maker saw. */
export const BY_VALUES = 0;

export interface OutboxOperation extends Operation {
  /** The order in which they were made. */
  n: number;
  status: OperationStatus;
  seq: number | null;
  error: Refusal | null;
  /** What people call the record. */
  title: string;
  at: string;
  /** The record's row before a delete, for undoing it at once. */
  before: StoredRow | null;
  /** The values of the changed fields that the user saw before; null where that is not known. */
  seen: Readonly<Record<string, unknown>> | null;
  /** When the server acknowledged it: by the server's clock (ISO), and by this computer's (milliseconds since 1970). */
  ackedAt: string | null;
  ackedHere: number | null;
  /** Of an undo that the server has taken in: what stays as it is; empty where that was forgotten. */
  left: readonly Left[] | null;
  /** How many operations its part of a change set has: fewer are never sent. null where it is of no set. */
  setCount: number | null;
  /** It does not say what was written: its checksum is another. */
  damaged: boolean;
}

export type NewOperation = Operation &
  Pick<OutboxOperation, 'title' | 'at' | 'before' | 'seen'> & {
    /** Of one that the server had acknowledged before it was put back to an older state, and that is tried again. */
    ackedAt?: string | null;
  };

/**
 * An undo of a record that its set had made, so that the record goes: it saw nothing before. `changes` of any other undo
 * are the values that are laid over the record until the server has said what becomes of it.
 */
export const takesRecordAway = ({ kind, seen }: Pick<NewOperation, 'kind' | 'seen'>): boolean =>
  kind === 'undo' && seen !== null && Object.keys(seen).length === 0;
