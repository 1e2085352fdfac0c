import type { EntityDefinition } from '#shared/model/entity.ts';
import type { Row } from '../database/rows.ts';

export type ChangeKind = 'create' | 'update' | 'delete' | 'restore';

/** A change that is about to be made. */
export interface Change {
  readonly kind: ChangeKind;
  readonly entity: EntityDefinition;
  readonly id: string;
  /** The record before the change; null for a create. */
  readonly row: Row | null;
  /** The new values of the fields that change, as programs use them. A rule may add to them. */
  readonly values: Record<string, unknown>;
  /** It takes back what was changed before: the values stood already. */
  readonly takesBack?: boolean;
  /** Of a create that comes back after the server was put back: what the server had made of it. */
  readonly hadBecome?: Readonly<Record<string, unknown>> | undefined;
}
