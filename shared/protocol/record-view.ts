import type { AnyRecord } from '#shared/model/entity.ts';

/** A record as its reader may see it. */
export interface RecordView {
  record: AnyRecord;
  /** The seq of the record: the base of a save that follows. */
  base: number;
  /** Texts shown for references, by field. */
  references: Record<string, string>;
  /** Whether the record has changes that are not on the server yet. */
  waiting: boolean;
}
