import type { EntityDefinition } from '#shared/model/entity.ts';
import type { Row } from '../../database/rows.ts';
import type { Batch, ChangeKind } from '../batch.ts';

/** A change that is about to be made. */
export interface Change {
  readonly kind: ChangeKind;
  readonly entity: EntityDefinition;
  readonly id: string;
  /** The record before the change; null for a create. */
  readonly row: Row | null;
  /** The new values of the fields that change, as programs use them. A rule may add to them. */
  readonly values: Record<string, unknown>;
}

/** What an entity needs beyond its model. Rules answer at once where they have nothing to look up. */
export interface EntityRules {
  /** Refuses the change by a PlainError, or completes its values. Nothing has been written yet. */
  check?(change: Change, batch: Batch): Promise<void> | void;
  /** Makes the changes that follow from it. It must not refuse: the change itself stands. */
  follow?(change: Change, batch: Batch, seq: number): Promise<void> | void;
}
