import { randomUUID } from 'node:crypto';
import type { EntityName } from '#shared/model/entities.ts';
import { PlainError } from '#shared/protocol/errors.ts';
import type { Operation } from '#shared/protocol/sync.ts';
import type { Session } from '../auth/sessions.ts';
import { applyOperations, type Alongside } from '../records/apply-operations.ts';
import type { Services } from '../services.ts';

/** REST clients see the record as it is now: nothing was written since. */
const NOW = Number.MAX_SAFE_INTEGER;

/**
 * Makes one change that a REST client asked for, through the same machinery as sync.
 * @throws PlainError where it is refused.
 */
export async function saveRecord(
  services: Services,
  session: Session,
  change: { kind: Operation['kind']; entity: string; recordId: string; changes?: Record<string, unknown> },
  alongside?: Alongside,
): Promise<void> {
  const operation: Operation = {
    id: randomUUID(),
    kind: change.kind,
    entity: change.entity as EntityName,
    recordId: change.recordId,
    base: NOW,
    changes: change.changes ?? {},
  };
  const { results } = await applyOperations(services, session, [operation], {
    source: 'rest',
    now: Date.now(),
    ...(alongside ? { alongside } : {}),
  });
  const [result] = results;
  if (result?.status === 'refused') throw new PlainError(result.code, result.error, result.fields);
}
