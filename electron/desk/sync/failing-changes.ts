import { PlainError } from '#shared/protocol/errors.ts';
import { PUSH_LIMIT } from '#shared/protocol/sync.ts';
import type { OutboxOperation } from '../outbox/outbox-operation.ts';
import type { ServerAccess } from '../server/server-access.ts';
import { ServerFailure } from '../server/server-connection.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { giveUp, pushSome, runsIn, type Pushed, type WhatIsSent } from './push.ts';

/** Most failures of a server pass: only after so many is it looked for what it fails at. */
const PASSING_FAILURES = 3;

const FAILED_AT =
  'The server fails at this change again and again, though it takes others. It stays here: try it again later, and tell your administrator if that does not help.';

/**
 * What the server fails at (status 500) must not hold up what it would take. After a few failures the changes are sent one by
 * one; where it fails at one alone and takes the next that has nothing to do with it, the one is shown in the tray.
 */
export class FailingChanges {
  #failures = 0;
  #most = PUSH_LIMIT;

  /** How many operations are sent at once. */
  get most(): number {
    return this.#most;
  }

  wentWell(): void {
    this.#most = Math.min(PUSH_LIMIT, this.#most * 2);
    if (this.#most === PUSH_LIMIT) this.#failures = 0;
  }

  /**
   * After what was sent has failed.
   * @param heard as `WhatIsSent.heard`
   * @returns what was answered meanwhile, where sending goes on at once; null where it waits.
   * Throws as pushSome, but for the server's failure.
   */
  async after(
    error: PlainError,
    workspace: Workspace,
    access: ServerAccess,
    signal: AbortSignal,
    heard: number | undefined,
  ): Promise<Pushed[] | null> {
    // An answer that is none may be one to what was done.
    if (!(error instanceof ServerFailure)) return null;
    this.#failures += 1;
    if (this.#failures < PASSING_FAILURES) return null;
    if (this.#most > 1) {
      this.#most = 1;
      return [];
    }
    const { outbox } = workspace;
    const [failing = []] = runsIn(outbox.toSend(1));
    const other = firstApartFrom(failing, outbox.toSend(PUSH_LIMIT));
    const ids = new Set(other.map(({ id }) => id));
    if (ids.size === 0) return null;
    /** Null where the server fails at it. */
    const pushed = async (what: WhatIsSent): Promise<Pushed | null> => {
      try {
        return await pushSome(workspace, access, signal, what);
      } catch (failure) {
        if (failure instanceof ServerFailure) return null;
        throw failure;
      }
    };
    const next = (): OutboxOperation[] => outbox.toSend(PUSH_LIMIT).filter(({ id }) => ids.has(id));
    const taken = await pushed({ next, heard });
    if (!taken?.records.length) return null;
    // Once more: it may have passed meanwhile.
    const own = await pushed({ most: 1, heard });
    if (own) return [taken, own];
    // Some may be given up by now, and of what belongs together none goes alone.
    const still = failing.flatMap(({ id }) => outbox.get(id) ?? []).filter(({ status }) => status === 'sent');
    if (still.length < failing.length) return [taken];
    giveUp(workspace, still, new PlainError('internal', FAILED_AT));
    return [taken, { ...taken, records: still, left: new Map() }];
  }
}

/** The first operations that belong together and neither touch nor name what these touch, or what those in between do. */
function firstApartFrom(
  failing: readonly OutboxOperation[],
  waiting: readonly OutboxOperation[],
): OutboxOperation[] {
  const touched = new Set<unknown>();
  const touch = ({ recordId, set }: OutboxOperation): void => {
    touched.add(recordId);
    if (set) touched.add(set.id);
  };
  const isApart = ({ recordId, changes, set }: OutboxOperation): boolean =>
    [recordId, set?.id, set?.undoes, ...Object.values(changes)].every((each) => !touched.has(each));
  for (const each of failing) touch(each);
  for (const run of runsIn(waiting)) {
    if (run.every(isApart)) return run;
    for (const each of run) touch(each);
  }
  return [];
}
