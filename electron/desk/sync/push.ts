import { partOf, refusedWith, runsOf, type Left } from '#shared/protocol/change-sets.ts';
import { inSentence } from '#shared/format/label-in-sentence.ts';
import { entityOf } from '#shared/model/entities.ts';
import { PlainError } from '#shared/protocol/errors.ts';
import {
  PATHS,
  PROTOCOL_VERSION,
  PUSH_LIMIT,
  type Operation,
  type OperationResult,
  type PushRequest,
  type PushResponse,
} from '#shared/protocol/sync.ts';
import { pushAnswerSchema } from '#shared/protocol/sync-answers.ts';
import { DAMAGED_CHANGE, DAMAGED_SET } from '../outbox/operation-sum.ts';
import type { Outbox } from '../outbox/outbox.ts';
import { BY_VALUES, type OutboxOperation } from '../outbox/outbox-operation.ts';
import type { Acknowledged } from '../records/overlay.ts';
import { titleOf } from '../records/record-reader.ts';
import type { ServerAccess } from '../server/server-access.ts';
import { NetworkFailure } from '../server/server-connection.ts';
import { understood } from '../server/understood.ts';
import type { Heard } from '../outbox/server-memory.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { tooLate } from './too-late.ts';

export interface Pushed {
  /** Records whose operations have an answer now. */
  records: OutboxOperation[];
  /** Where the server's log stands. */
  seq: number;
  /** What undos left as it is, by the title of the undo. */
  left: ReadonlyMap<string, Left[]>;
}

export interface WhatIsSent {
  /** Operations at once; what belongs together is sent together all the same. */
  most?: number;
  /** Up to where in the log it was heard who was erased; without it nobody knows. */
  heard?: number | undefined;
  /** The next of those that wait, in their order; without it all that wait. */
  next?: (most: number) => OutboxOperation[];
}

/**
 * Sends the next operations in their order, the pictures that they name before them, and takes in the answers. Gives
 * null where nothing waits. Throws as ServerAccess.call; what was sent is then offered again.
 */
export async function pushSome(
  workspace: Workspace,
  access: ServerAccess,
  signal: AbortSignal,
  { most = PUSH_LIMIT, heard, next: nextOf = (limit) => workspace.outbox.toSend(limit) }: WhatIsSent = {},
): Promise<Pushed | null> {
  const { outbox, files, cache, pushSize } = workspace;
  if (outbox.unansweredCount() === 0) return null;
  const next = nextOf(most);
  const held = [...damagedIn(outbox, next), ...unheardIn(workspace, next)];
  if (held.length > 0) {
    const refused = withTheirSets(next, held);
    const records = next.filter(({ id }) => refused.some((each) => each.id === id));
    takeIn(workspace, records, refused);
    return { records, seq: cache.position.seq, left: NOTHING_LEFT };
  }
  // Without a token nothing leaves, and what has not left can still be given up.
  await access.token();
  let operations = thatFit(nextOf(most), workspace);
  if (!operations.every((operation) => files.isReady(operation))) {
    const refused = withTheirSets(operations, await files.send(operations, access, signal));
    // What the user did meanwhile counts: some may be given up, or be new.
    const records = refused.flatMap(({ id }) => outbox.get(id) ?? []);
    if (records.length > 0) {
      takeIn(workspace, records, refused);
      return { records, seq: cache.position.seq, left: NOTHING_LEFT };
    }
    operations = thatFit(readyOnes(workspace, nextOf(most)), workspace);
  }
  if (operations.length === 0) return { records: [], seq: cache.position.seq, left: NOTHING_LEFT };
  outbox.markSent(operations.map(({ id }) => id));
  const { receipt, againUpTo } = outbox.server;
  const body: PushRequest = {
    protocol: PROTOCOL_VERSION,
    operations: operations.map((operation) => asSent(operation, againUpTo)),
    ...(receipt === undefined ? {} : { receipt }),
  };
  const hasViews = operations.some(({ entity }) => entity === 'savedView');
  const path = hasViews && heard !== undefined ? `${PATHS.push}?heard=${heard}` : PATHS.push;
  let answer: PushResponse;
  const begun = performance.now();
  try {
    answer = understood(pushAnswerSchema, await access.call<PushResponse>(path, { body, signal }));
    pushSize.wentWell(performance.now() - begun, () => sizeOf(operations, againUpTo));
  } catch (error) {
    if (error instanceof PlainError && error.code === 'too-large')
      pushSize.tooLarge(sizeOf(operations, againUpTo));
    if (error instanceof NetworkFailure && !error.neverSent) pushSize.brokeOff(sizeOf(operations, againUpTo));
    if (error instanceof NetworkFailure && error.neverSent) {
      const fresh = operations.filter(({ status }) => status === 'waiting');
      outbox.markUnsent(fresh.map(({ id }) => id));
    }
    if (!isAboutTheContent(error)) throw error;
    // What the server cannot even read must not hold up the rest; what belongs together cannot be sent in halves.
    if (runsIn(operations).length > 1)
      return pushSome(workspace, access, signal, {
        most: Math.ceil(operations.length / 2),
        heard,
        next: nextOf,
      });
    if (!giveUp(workspace, operations, error))
      return pushSome(workspace, access, signal, { heard, next: nextOf });
    return { records: operations, seq: workspace.cache.position.seq, left: NOTHING_LEFT };
  }
  takeIn(workspace, operations, answer.results, answer);
  return { records: operations, seq: answer.seq, left: leftIn(operations, answer.results) };
}

const NOTHING_LEFT: Pushed['left'] = new Map();

/**
 * What the server cannot take, though it takes others, is refused here. Operations that stand together only since that is
 * faster are parted instead, to be sent each for itself.
 * @returns whether they are refused.
 */
export function giveUp(
  workspace: Workspace,
  operations: readonly OutboxOperation[],
  { code, message }: PlainError,
): boolean {
  const { outbox, overlay } = workspace;
  const [first] = operations;
  if (!first) return true;
  if (operations.length > 1 && mayBeParted(outbox, first)) {
    outbox.transaction(() => {
      outbox.part(operations, () => true);
    });
    overlay.refresh(operations);
    return false;
  }
  const refused = { id: first.id, status: 'refused', code, error: message } as const;
  takeIn(workspace, operations, withTheirSets(operations, [refused]));
  return true;
}

function leftIn(operations: readonly OutboxOperation[], results: readonly OperationResult[]): Pushed['left'] {
  const titles = new Map(operations.map(({ id, set }) => [id, set?.title ?? '']));
  const left = new Map<string, Left[]>();
  for (const result of results) {
    if (result.status !== 'applied' || !result.left) continue;
    const title = titles.get(result.id) ?? '';
    const known = left.get(title) ?? [];
    known.push(...result.left);
    left.set(title, known);
  }
  return left;
}

/** What does not say what was written is not sent as if it did, and a part of a set that lacks some is not sent at all. */
function damagedIn(outbox: Outbox, operations: readonly OutboxOperation[]): OperationResult[] {
  return runsIn(operations).flatMap((run): OperationResult[] => {
    const damaged = run.filter((operation) => operation.damaged);
    const refusal = { status: 'refused', code: 'invalid' } as const;
    const [first] = run;
    const isShort = first !== undefined && run.length < (first.setCount ?? 1);
    if (damaged.length > 0 || !isShort)
      return damaged.map(({ id }) => ({ id, ...refusal, error: DAMAGED_CHANGE }));
    // One that was found damaged before is what the tray tells of.
    const found = matesOf(outbox, first).find(({ status }) => status === 'refused');
    if (!found?.error) return [{ id: first.id, ...refusal, error: DAMAGED_SET }];
    return [refusedWith({ id: found.id, ...found.error }, first.id, first.set?.title ?? '')];
  });
}

/** Saved views that may name somebody who was erased, of which nothing on this desk can tell any more: their maker looks at them. */
function unheardIn(
  { unheardUpTo }: Workspace,
  operations: readonly OutboxOperation[],
): (OperationResult & { status: 'refused' })[] {
  return operations.flatMap(({ id, entity, n, status, ackedAt }) =>
    entity === 'savedView' && n <= unheardUpTo && status === 'waiting' && ackedAt === null
      ? [{ id, status: 'refused', code: 'conflict', error: UNHEARD }]
      : [],
  );
}

const UNHEARD =
  'This view waited while the data of this computer was fetched anew. It may name somebody who was erased meanwhile: look at it, then send it again.';

function isAboutTheContent(error: unknown): error is PlainError {
  return error instanceof PlainError && ['bad-request', 'too-large', 'invalid'].includes(error.code);
}

/** Whether the server refused the whole push because it was put back to an older state; nothing of it was applied. */
export function isRestored(error: unknown): boolean {
  return error instanceof PlainError && error.code === 'restored';
}

export const runsIn = (operations: readonly OutboxOperation[]): OutboxOperation[][] =>
  runsOf(operations, ({ set }) => partOf(set));

/** Those before the first one whose picture is still to be sent: the order holds, and what belongs together stays so. */
function readyOnes({ files }: Workspace, operations: readonly OutboxOperation[]): readonly OutboxOperation[] {
  const runs = runsIn(operations);
  const first = runs.findIndex((run) =>
    run.some((operation) => operation.damaged || !files.isReady(operation)),
  );
  return (first < 0 ? runs : runs.slice(0, first)).flat();
}

/** The first ones, in bytes as they are sent; the first that belong together however large they are. */
function thatFit(operations: readonly OutboxOperation[], { outbox, pushSize }: Workspace): OutboxOperation[] {
  const { againUpTo } = outbox.server;
  let size = 0;
  const runs = runsIn(operations);
  const end = runs.findIndex((run, index) => {
    size += sizeOf(run, againUpTo);
    return index > 0 && size > pushSize.bytes;
  });
  return runs.slice(0, end < 0 ? runs.length : end).flat();
}

/** Refusals that this desk makes, and with each of them those of the operations that belong to its set. */
function withTheirSets(
  operations: readonly OutboxOperation[],
  refused: readonly OperationResult[],
): OperationResult[] {
  const all = new Map(refused.map((result) => [result.id, result]));
  for (const run of runsIn(operations)) {
    const cause = run.map(({ id }) => all.get(id)).find((result) => result?.status === 'refused');
    if (cause?.status !== 'refused') continue;
    for (const { id, set } of run) if (!all.has(id)) all.set(id, refusedWith(cause, id, set?.title ?? ''));
  }
  return [...all.values()];
}

function sizeOf(operations: readonly OutboxOperation[], againUpTo: number): number {
  return operations.reduce(
    (sum, each) => sum + Buffer.byteLength(JSON.stringify(asSent(each, againUpTo))) + 1,
    0,
  );
}

/** @param againUpTo the number of the last operation whose base is one of another history of the server's data */
function asSent(operation: OutboxOperation, againUpTo: number): Operation {
  const { n, id, kind, entity, recordId, base, changes, seen, ackedAt, set } = operation;
  const inSet = set ? { set } : {};
  // The server knows what an undo takes back; of one that is offered again it must know when that was.
  const wasBefore = n <= againUpTo || ackedAt !== null;
  const wasAcknowledged = wasBefore ? { again: { ackedAt } } : {};
  if (kind === 'undo')
    return { id, kind, entity, recordId, base: 0, changes: {}, ...inSet, ...wasAcknowledged };
  const sent = { id, kind, entity, recordId, base, changes, ...inSet };
  const byValues = wasBefore || (base === BY_VALUES && kind !== 'create' && seen !== null);
  return byValues ? { ...sent, again: { ackedAt, ...(seen ? { seen } : {}) } } : sent;
}

/**
 * What was done to a record that the server would not make cannot be sent: it goes to the tray with it (sync rule 5), and
 * with it the rest of its set, and what depends on that. Gives what is refused.
 */
function refuseDependents(outbox: Outbox, create: OutboxOperation): OutboxOperation[] {
  return outbox.ofRecord(create.entity, create.recordId).flatMap((later) => {
    const isToldOf = later.error?.refusedWith !== undefined;
    if (later.n <= create.n || later.status === 'applied' || isToldOf) return [];
    outbox.markRefused(later.id, { code: 'not-found', error: BELONGS_TO_REFUSED, dependsOn: create.id });
    const mates = refuseItsSet(outbox, later);
    return [later, ...mates, ...mates.filter(isCreate).flatMap((mate) => refuseDependents(outbox, mate))];
  });
}

const BELONGS_TO_REFUSED = 'It belongs to a new record that the server refused.';
const isCreate = ({ kind }: OutboxOperation): boolean => kind === 'create';

/** Nothing of a set is sent without the rest of it. Gives the operations that are refused with this one. */
function refuseItsSet(outbox: Outbox, operation: OutboxOperation): OutboxOperation[] {
  const { id, set } = operation;
  const mates = matesOf(outbox, operation).filter(({ status }) => status === 'waiting' || status === 'sent');
  for (const mate of mates) {
    const cause = { id, code: 'not-found', error: BELONGS_TO_REFUSED } as const;
    const { code, error } = refusedWith(cause, mate.id, set?.title ?? '');
    outbox.markRefused(mate.id, { code, error, refusedWith: id });
  }
  return mates;
}

/** The other operations of its part of a set. */
function matesOf(outbox: Outbox, { id, set }: OutboxOperation): OutboxOperation[] {
  if (!set) return [];
  return outbox.sets.of(set.id).filter((each) => each.id !== id && each.set?.part === set.part);
}

/** Whether the operations of its part stand together only since that is faster. */
const mayBeParted = (outbox: Outbox, { set }: OutboxOperation): boolean =>
  set !== undefined && set !== null && outbox.sets.isPartable(set.id);

/** The refused parts whose operations need not fall together. */
function partedIn(
  outbox: Outbox,
  operations: readonly OutboxOperation[],
  results: ReadonlyMap<string, OperationResult>,
): OutboxOperation[][] {
  return runsIn(operations).filter((run) => {
    const [first] = run;
    const result = results.get(first?.id ?? '');
    // What the role may not do at all is told once, and not of each.
    const isOfOne = run.length > 1 && result?.status === 'refused' && result.code !== 'forbidden';
    return first !== undefined && isOfOne && mayBeParted(outbox, first);
  });
}

/**
 * What was refused only since the records that it is about were not made, which are made now: changes of these, and what is shown
 * with them.
 */
function laterOf(
  operations: readonly OutboxOperation[],
  again: readonly OutboxOperation[],
  results: ReadonlyMap<string, OperationResult>,
): Set<OutboxOperation> {
  const made = new Set(again.filter(isCreate).map(({ recordId }) => recordId));
  const later = new Set<OutboxOperation>();
  if (made.size === 0) return later;
  for (const operation of operations) {
    if (again.includes(operation) || results.get(operation.id)?.status !== 'refused') continue;
    const { recordId, changes, set } = operation;
    const isAbout = made.has(recordId) || Object.values(changes).some((value) => made.has(String(value)));
    // What belongs to a set of several is told as a whole.
    if (
      !isAbout ||
      (set?.part !== undefined &&
        operations.some((mate) => mate !== operation && partOf(mate.set) === partOf(set)))
    )
      continue;
    later.add(operation);
    if (isCreate(operation)) made.add(recordId);
  }
  return later;
}

/** Of a record that was merged away meanwhile, its maker is told where a change went, and that a delete took nobody away. */
function tellMerged(
  { outbox, reader }: Workspace,
  { kind, entity, recordId, changes, title }: OutboxOperation,
  into: string,
  at = new Date().toISOString(),
): void {
  const definition = entityOf(entity);
  const record = reader.record(entity, into);
  const label = inSentence(definition.label);
  const labels = Object.keys(changes).map((name) => definition.fields[name]?.label ?? name);
  const say = (gone: string, stays: string): string =>
    kind === 'delete'
      ? `${gone} was merged into ${stays} before you deleted it, and is still there as that. Delete that one too if it is to go.`
      : `${gone} was merged into ${stays} before your change arrived. What you wrote (${labels.join(', ')}) is there now.`;
  const another = `another ${label}`;
  outbox.notices.add(say(title, record ? titleOf(definition, record) : another), at, {
    records: [recordId, into].map((each) => ({ entity, recordId: each })),
    nameless: say(`One ${label}`, another),
  });
}

function takeIn(
  workspace: Workspace,
  operations: readonly OutboxOperation[],
  results: readonly OperationResult[],
  heard?: Heard,
): void {
  const { outbox, overlay } = workspace;
  const byId = new Map(results.map((result) => [result.id, result]));
  if (!operations.some(({ id }) => byId.has(id))) {
    throw new PlainError(
      'internal',
      'The server did not answer the changes that were sent. They stay here and are sent again.',
    );
  }
  const applied: Acknowledged[] = [];
  const touched: OutboxOperation[] = [];
  const parts = partedIn(outbox, operations, byId);
  // Who was wrong keeps the answer; the others go again without it, and with them what was done to the records that they make.
  const together = new Set(parts.flat().map(({ id }) => id));
  const isOfAnother = ({ id }: OutboxOperation): boolean => {
    const result = byId.get(id);
    return together.has(id) && result?.status === 'refused' && result.refusedWith !== undefined;
  };
  const later = laterOf(operations, operations.filter(isOfAnother), byId);
  const goesAgain = (operation: OutboxOperation): boolean => isOfAnother(operation) || later.has(operation);
  const record = (): void => {
    if (heard) outbox.server.heard(heard);
    for (const part of parts) outbox.part(part, goesAgain);
    for (const { id } of later) outbox.sendAnew(id);
    for (const operation of operations) {
      if (goesAgain(operation)) {
        touched.push(operation);
        continue;
      }
      const result = byId.get(operation.id);
      if (result?.status === 'applied') {
        outbox.markApplied(result.id, result.seq, heard?.at, result.left);
        const into = result.arrivedAt ?? result.mergedInto;
        if (into !== undefined) tellMerged(workspace, operation, into, heard?.at);
        applied.push({ ...operation, seq: result.seq });
      } else if (result?.status === 'refused') {
        const { code, error, fields, refusedWith: cause } = result;
        outbox.markRefused(result.id, {
          code,
          error,
          ...(fields ? { fields } : {}),
          ...(cause === undefined ? {} : { refusedWith: cause }),
        });
        touched.push(operation);
      }
    }
    for (const operation of operations) {
      const isRefused = byId.get(operation.id)?.status === 'refused' && !goesAgain(operation);
      if (isCreate(operation) && isRefused) touched.push(...refuseDependents(outbox, operation));
    }
  };
  // A power cut must not undo what gives them new ids: under others they may be on the server soon.
  if (parts.length > 0) outbox.transaction(record);
  else outbox.recordAnswers(record);
  overlay.acknowledge(applied);
  overlay.refresh(touched);
  // What came too late is not kept to be looked at either.
  workspace.forgetErased(tooLate(outbox, operations, byId));
}
