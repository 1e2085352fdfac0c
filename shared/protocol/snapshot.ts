import { z } from 'zod';

/**
 * A ready-made copy of what everybody of a role sees, in the form of a desk's own copy: a first sync takes it, and pulls
 * what it lacks (docs/sync.md, "Snapshots").
 */

/** POST asks for one; its pieces are fetched below it. */
export const SNAPSHOTS_PATH = '/api/sync/snapshots';

/** Path of one piece. `ticket` is what the offer calls the snapshot for this session. */
export const snapshotPiecePath = (ticket: string, piece: number): string =>
  `${SNAPSHOTS_PATH}/${ticket}/${piece}`;

/** Bytes of the pages of the file: large ones, since every page costs a call where it is encrypted. */
export const SNAPSHOT_PAGE_BYTES = 65_536;
/** A piece has so many pages, the last one fewer, compressed with gzip. */
export const PAGES_OF_A_PIECE = 64;
/** Some gigabytes. */
const MOST_PIECES = 5_000;
/** Compressing makes nothing larger by more than some bytes. */
export const MOST_PIECE_BYTES = SNAPSHOT_PAGE_BYTES * PAGES_OF_A_PIECE + 65_536;

export const snapshotRequestSchema = z.strictObject({
  protocol: z.int(),
  /** Hash of the form of the desk's copy; another one than the server's own is of no use to it. */
  schema: z.string().min(1).max(100),
  /** As in a pull. */
  receipt: z.string().max(500).optional(),
});
export type SnapshotRequest = z.infer<typeof snapshotRequestSchema>;

const pieceSchema = z.object({
  bytes: z.int().min(1).max(MOST_PIECE_BYTES),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
});
export type SnapshotPiece = z.infer<typeof pieceSchema>;

const count = z.int().min(0);

export const snapshotOfferSchema = z.discriminatedUnion('status', [
  z.object({ status: z.literal('none') }),
  z.object({
    status: z.literal('snapshot'),
    ticket: z.string().min(1).max(500),
    pieces: z.array(pieceSchema).min(1).max(MOST_PIECES),
    /** Rows that it holds, and rows that this user may see in all. */
    rows: count,
    total: count,
    /** Where the log stood; and the cursor from which the rest is pulled. */
    seq: count,
    cursor: z.string().min(1).max(500),
    receipt: z.string().min(1).max(500),
    at: z.iso.datetime(),
  }),
]);
export type SnapshotOffer = z.infer<typeof snapshotOfferSchema>;
export type OfferedSnapshot = Extract<SnapshotOffer, { status: 'snapshot' }>;
