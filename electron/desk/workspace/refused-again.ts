import { setImmediate as nextTurn } from 'node:timers/promises';
import { proposalOf, withFollowing } from '#shared/model/proposals.ts';
import type { Results } from '#shared/protocol/bridge.ts';
import { partOf, runsOf } from '#shared/protocol/change-sets.ts';
import { PlainError } from '#shared/protocol/errors.ts';
import { DAMAGED_CHANGE } from '../outbox/operation-sum.ts';
import type { Outbox } from '../outbox/outbox.ts';
import type { OutboxOperation } from '../outbox/outbox-operation.ts';
import type { RepeatedChange } from '../records/record-writer.ts';
import { pick } from '../records/what-was-seen.ts';
import type { Workspace } from './workspace.ts';
import { isProposedIn } from './tray.ts';

/** Refused changes offered again between two turns of the event loop. */
const RETRY_SLICE = 25;

/** Records whose operations or values changed. */
export type Touched = { entity: OutboxOperation['entity']; recordId: string }[];

/**
 * Offers a refused change again, with those that went with it and the rest of its set, a part of a set in one turn of
 * the event loop. A part that cannot be offered stays. Throws `not-found`, and `conflict` where that is its own.
 * @param onOffered hears of each.
 */
export async function retryRefused(
  workspace: Workspace,
  id: string,
  onOffered: (touched: Touched) => void,
): Promise<void> {
  const operation = refusedOf(workspace.outbox, id);
  const refused = withDependents(workspace.outbox, operation).filter(({ status }) => status === 'refused');
  const barred = new Set(refused.filter((each) => !mayBeOffered(each)).map(togetherWith));
  const own = refused.filter((each) => togetherWith(each) === togetherWith(operation));
  if (own.some(({ damaged }) => damaged)) throw new PlainError('conflict', DAMAGED_CHANGE);
  if (!own.every(mayBeOffered)) {
    throw new PlainError(
      'conflict',
      'The values of this change were removed when the account was closed. Enter them again.',
    );
  }
  const offered = refused.filter((each) => !barred.has(togetherWith(each)));
  for (const run of runsOf(offered, ({ set }) => partOf(set))) {
    if (!workspace.cache.open) return;
    offerAgain(workspace, run);
    onOffered(run);
    await nextTurn();
  }
}

/** What stands or falls together has the same. */
const togetherWith = ({ id, set }: OutboxOperation): string => partOf(set) ?? id;

/**
 * Offers all that was refused again, in slices between turns of the event loop; what is refused meanwhile is not among
 * it. What cannot be offered stays.
 * @param onOffered hears of each slice.
 */
export async function retryAll(
  workspace: Workspace,
  onOffered: (touched: Touched) => void,
): Promise<Results['sync.retryAll']> {
  const { outbox } = workspace;
  const last = outbox.lastNumber();
  const result = { offered: 0, kept: 0 };
  for (let after = 0; workspace.cache.open;) {
    const slice = outbox.refusedAfter(after, RETRY_SLICE).filter(({ n }) => n <= last);
    const lastOfSlice = slice.at(-1);
    if (!lastOfSlice) break;
    after = lastOfSlice.n;
    const offered = new Map<string, OutboxOperation>();
    for (const operation of slice) {
      if (offered.has(operation.id)) continue;
      const group = withDependents(outbox, operation, false);
      if (group.every(mayBeOffered)) for (const each of group) offered.set(each.id, each);
      else result.kept += 1;
    }
    const together = [...offered.values()].sort((one, other) => one.n - other.n);
    if (together.length > 0) {
      offerAgain(workspace, together);
      result.offered += together.length;
      onOffered(together);
    }
    await nextTurn();
  }
  return result;
}

const mayBeOffered = ({ error, damaged }: OutboxOperation): boolean =>
  !damaged && error?.strippedFields === undefined;

/** Under new ids: to a known one the server gives the answer it gave before. */
function offerAgain(workspace: Workspace, refused: readonly OutboxOperation[]): void {
  const { writer, outbox } = workspace;
  // An undo that came while they were refused took nothing back: what is there from now on is not undone.
  const records = new Set(refused.map(({ entity, recordId }) => `${entity} ${recordId}`));
  const undos = Array.from(new Set(refused.map(({ set }) => set?.id)), (id) =>
    id === undefined ? [] : outbox.sets.undoing(id),
  ).flat();
  const idle = undos.filter(
    ({ status, entity, recordId }) => status === 'applied' && records.has(`${entity} ${recordId}`),
  );
  writer.appendAgain(
    refused.flatMap((operation) => repeated(workspace, operation)),
    [...refused, ...idle].map((operation) => operation.id),
  );
}

/**
 * What is tried again is a change of now. The tray shows the user's own values and not those of the record: what others wrote
 * since the change was made was not seen, and they are told (sync rule 4). One that the server had acknowledged before
 * it was put back is as old as that, and what was written since then stands over it (sync rule 11); a delete or a restore that
 * was refused for such a thing, somebody wants all the same. What the user has written again since stands over it, in any case.
 */
function repeated(workspace: Workspace, operation: OutboxOperation): RepeatedChange[] {
  const { kind, entity, recordId, title, before, set, at, ackedAt, error } = operation;
  const isOfNow = ackedAt === null || kind === 'undo' || (kind !== 'update' && error?.code === 'conflict');
  const rest = withoutWrittenSince(workspace.outbox, operation, isOfNow ? isWrittenLater : isMadeLater);
  const { changes, seen } = proposedAnew(workspace, operation, rest);
  if (kind === 'update' && Object.keys(changes).length === 0) return [];
  const again = { kind, entity, recordId, changes, ...(set ? { set } : {}) };
  if (isOfNow) {
    const saw = kind === 'update' && seen ? pick(entity, seen, changes) : undefined;
    if (saw) return [{ operation: again, title, before, seen: saw, byValues: true }];
    return [{ operation: again, title, before, seen: kind === 'undo' ? seen : null }];
  }
  return [
    {
      operation: again,
      title,
      before,
      seen: kind === 'update' && seen ? (pick(entity, seen, changes) ?? null) : seen,
      asOf: { at, ackedAt },
    },
  ];
}

/** Where a proposal goes on without some of what it was made for, it is made anew for the rest and what is shown now. */
function proposedAnew(
  { reader }: Workspace,
  operation: OutboxOperation,
  rest: OutboxOperation['changes'],
): Pick<OutboxOperation, 'changes' | 'seen'> {
  const { entity, recordId, changes, seen } = operation;
  const proposal = proposalOf(entity);
  const isCut = proposal?.from.some((name) => Object.hasOwn(changes, name) && !Object.hasOwn(rest, name));
  if (!proposal || !isCut || !isProposedIn(operation, proposal.field)) return { changes: rest, seen };
  const { [proposal.field]: _proposed, ...others } = rest;
  const record = reader.record(entity, recordId);
  if (!record) return { changes: others, seen };
  const shown = [proposal.field, ...proposal.from].map((name) => [name, record[name] ?? null]);
  const before = Object.entries(seen ?? {}).filter(([name]) => Object.hasOwn(rest, name));
  return {
    changes: withFollowing(entity, record, others),
    seen: seen && Object.fromEntries([...shown, ...before]),
  };
}

/** The fields that the user has not written again here later: to the server one's own changes are in their order. */
function withoutWrittenSince(
  outbox: Outbox,
  operation: OutboxOperation,
  isLater: (one: OutboxOperation, other: OutboxOperation) => boolean,
): OutboxOperation['changes'] {
  const { kind, entity, recordId, changes } = operation;
  if (kind !== 'update') return changes;
  const later = outbox
    .ofRecord(entity, recordId)
    .filter(
      (each) =>
        each.kind === 'update' &&
        each.status !== 'refused' &&
        isLater(each, operation) &&
        !(each.set && outbox.sets.isTakenBack(each.set.id, operation)),
    );
  return Object.fromEntries(
    Object.entries(changes).filter(([name]) => later.every((each) => !Object.hasOwn(each.changes, name))),
  );
}

/**
 * Of one that the server has never taken in. One that was tried again has a new number, and the set that it was made in, whose id says
 * when that was.
 */
const isWrittenLater = (one: OutboxOperation, other: OutboxOperation): boolean =>
  one.n > other.n && (!one.set || !other.set || one.set.id > other.set.id);

/** By the server's clock, then by this computer's: the number of one that was tried again says when that was. */
function isMadeLater(one: OutboxOperation, other: OutboxOperation): boolean {
  if (one.ackedAt === null || other.ackedAt === null) return one.ackedAt === null;
  if (one.ackedAt !== other.ackedAt) return one.ackedAt > other.ackedAt;
  return one.at === other.at ? one.n > other.n : one.at > other.at;
}

function refusedOf(outbox: Outbox, id: string): OutboxOperation {
  const operation = outbox.get(id);
  if (operation?.status === 'refused') return operation;
  throw new PlainError('not-found', 'This change is no longer among the refused ones.');
}

/**
 * The operation, those that belong to its set, also in other parts of it, and where one of them makes a record, those that
 * were made to that record after it. What the server has taken in stays. In their order.
 * @param allParts false for its own part of the set alone
 */
export function withDependents(
  outbox: Outbox,
  operation: OutboxOperation,
  allParts = true,
): OutboxOperation[] {
  const { dependsOn } = operation.error ?? {};
  const found = new Map<string, OutboxOperation>();
  const looked = new Set<string>();
  const add = (one: OutboxOperation): void => {
    if (found.has(one.id) || one.status === 'applied') return;
    found.set(one.id, one);
    const { set, setCount } = one;
    // To read a set of thousands for each of them would take minutes.
    const isAlone = !allParts && setCount === 1;
    const key = set && !isAlone && (allParts ? set.id : togetherWith(one));
    if (set && typeof key === 'string' && !looked.has(key)) {
      looked.add(key);
      for (const mate of outbox.sets.of(set.id)) if (allParts || mate.set?.part === set.part) add(mate);
    }
    if (one.kind !== 'create') return;
    for (const later of outbox.ofRecord(one.entity, one.recordId)) if (later.n > one.n) add(later);
  };
  add(dependsOn === undefined ? operation : (outbox.get(dependsOn) ?? operation));
  add(operation);
  return [...found.values()].sort((one, other) => one.n - other.n);
}
