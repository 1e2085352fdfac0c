import type { SnapshotPiece } from '#shared/protocol/snapshot.ts';

/** What the worker that writes a snapshot is given. */
export interface WriterSettings {
  database: string;
  pieces: string;
  /** The database of an earlier snapshot, from which it goes on. */
  former: string | null;
}

/** What it is told: the next page of a pull, as JSON; that it was the last one; that nobody wants it any more. */
export type ToWriter = { page: string } | { finish: true } | { stop: true };

/** What it says: that it has taken a page in, or that the snapshot is whole. */
export type FromWriter = { taken: true } | { counts: Record<string, number>; pieces: SnapshotPiece[] };
