/** The ways on which rows leave the server, as they are counted for each user and day. */
export type Door =
  /** Lists, records and histories by single calls, up to LARGE_ANSWER rows each, and the audit log. */
  | 'rest'
  /** One answer of more than LARGE_ANSWER rows: the audit log has each as an export. */
  | 'rest-large'
  /** Lists of deleted records. */
  | 'deleted'
  | 'picture'
  | 'document'
  /** Changes that a desk fetches, and the pages of a first sync. */
  | 'sync'
  | 'first-sync'
  /** Rows that begun first syncs said they would have: what the audit log has told of already. */
  | 'first-sync-begun'
  /** Rows in exports that desks told of, and the number of these. */
  | 'export'
  | 'export-told';

/** An answer of more rows than this is written down before it leaves. */
export const LARGE_ANSWER = 500;

/** Rows by entity; '' where they are of none, or of several. */
export type RowCounts = Readonly<Record<string, number>>;

/** A sum of a user's day of which the audit log is told: when it passes `from`, then each time that it has doubled. */
export interface Watch {
  name: string;
  from: number;
  /** Whether the door takes away from the sum instead of adding to it. */
  takesAway: boolean;
}

/**
 * The sum to which rows of a door belong; null where each is told of by a line of its own.
 * Desks fetch what others change: a busy day has hundreds of these, a desk that is fed stale cursors many thousands.
 */
export function watchOf(door: Door, entity: string): Watch | null {
  switch (door) {
    case 'rest':
    case 'picture':
      return { name: door, from: LARGE_ANSWER, takesAway: false };
    case 'deleted':
      // Each kind of deleted record is told of when it is first looked at.
      return { name: `${door} ${entity}`, from: 0, takesAway: false };
    case 'sync':
    case 'first-sync':
    case 'first-sync-begun':
      return { name: 'sync', from: 10 * LARGE_ANSWER, takesAway: door === 'first-sync-begun' };
    case 'document':
    case 'rest-large':
    case 'export':
    case 'export-told':
      return null;
  }
}

/** Whether a sum is to be told of, where the audit log last told of `told`. */
export function isDue({ sum, told }: { sum: number; told: number }, { from }: Watch): boolean {
  return told === 0 ? sum > from : sum >= 2 * told;
}

/** Of things that are told of one by one: the first `most`, then each time that they have doubled. */
export function isToldOf(times: number, most: number): boolean {
  return times <= most || (times % most === 0 && Number.isInteger(Math.log2(times / most)));
}
