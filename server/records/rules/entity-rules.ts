import type { Batch } from '../batch.ts';
import type { Change } from '../change.ts';

/** What an entity needs beyond its model. Rules answer at once where they have nothing to look up. */
export interface EntityRules {
  /** Refuses the change by a PlainError, or completes its values. Nothing has been written yet. */
  check?(change: Change, batch: Batch): Promise<void> | void;
  /** Makes the changes that follow from it. It must not refuse: the change itself stands. */
  follow?(change: Change, batch: Batch, seq: number): Promise<void> | void;
}
