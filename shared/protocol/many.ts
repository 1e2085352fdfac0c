import type { EntityName } from '#shared/model/entities.ts';

/** Records that can be selected, and changed at once. */
export const MOST_SELECTED = 50_000;
/** Records that can be left out of all that a list finds. */
export const MOST_LEFT_OUT = 5_000;

export type ManyKind = 'set' | 'delete' | 'restore';

/** Why some of the selected records stayed as they are. */
export interface LeftOut {
  /** `not-yours`: the role may not; `gone`: no longer there; `rule`: the reason says it. */
  why: 'not-yours' | 'gone' | 'rule';
  count: number;
  /** A sentence. */
  reason: string;
}

/** What came of a change of many records. */
export interface ManyResult {
  /** The change set, which takes it back; null where nothing was changed. */
  set: string | null;
  kind: ManyKind;
  entity: EntityName;
  /** Label of the field that was set. */
  field: string | null;
  /** How many were selected, how many of them were changed, and how many were so already. */
  selected: number;
  done: number;
  same: number;
  left: readonly LeftOut[];
  /** Whether the user stopped it: the rest is as it was. */
  stopped: boolean;
}
