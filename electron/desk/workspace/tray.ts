import { setImmediate as nextTurn } from 'node:timers/promises';
import { mayFindAndRestore } from '#shared/access/history.ts';
import { settableFields, type Actor } from '#shared/access/permissions.ts';
import { entityOf, isEntityName, type EntityName } from '#shared/model/entities.ts';
import { fieldOf } from '#shared/model/entity.ts';
import { isAsProposed, isChosen, proposalOf, withFollowing } from '#shared/model/proposals.ts';
import type { Results } from '#shared/protocol/bridge.ts';
import type { TrayEntry } from '#shared/protocol/sync-calls.ts';
import { partOf, runsOf } from '#shared/protocol/change-sets.ts';
import { PlainError } from '#shared/protocol/errors.ts';
import { WHOLE_RECORD } from '#shared/protocol/sync.ts';
import type { ReferenceTexts } from '../cache/reference-texts.ts';
import { DAMAGED_CHANGE } from '../outbox/operation-sum.ts';
import { neutralTitle } from '../outbox/others-values.ts';
import type { Outbox } from '../outbox/outbox.ts';
import type { Conflict } from '../outbox/outbox-conflicts.ts';
import type { OutboxOperation } from '../outbox/outbox-operation.ts';
import { isSame } from '../records/change-checks.ts';
import { leadsTo } from '../records/merged-records.ts';
import { titleOf, type RecordReader } from '../records/record-reader.ts';
import { newSet } from '../records/new-set.ts';
import { notHere } from '../records/not-here.ts';
import type { RepeatedChange } from '../records/record-writer.ts';
import { pick } from '../records/what-was-seen.ts';
import type { Workspace } from './workspace.ts';

/** Entries of each kind that are given at once, the newest: more would hold up screens, and nobody reads them. */
const MOST_ENTRIES = 500;
/** Refused changes offered again between two turns of the event loop. */
const RETRY_SLICE = 25;
/** Records shown anew in one turn of the event loop. */
const SHOWN_SLICE = 100;

/** An entry as the outbox tells of it, which does not know the records. */
type Told = Omit<TrayEntry, 'there' | 'seenWith'>;

/** What the user has changed that is not on the server, and what was lost to others: newest first. */
export function trayEntries(workspace: Workspace): TrayEntry[] {
  const { outbox, reader, actor, texts } = workspace;
  const unsettled = new Map<string, number>();
  const setOf = ({ set, setCount }: OutboxOperation): TrayEntry['set'] => {
    if (!set) return null;
    const all = unsettled.get(set.id) ?? outbox.sets.unsettled(set.id);
    unsettled.set(set.id, all);
    const changes = setCount ?? 1;
    return changes > 1 || all > 1 ? { title: set.title, changes, all } : null;
  };
  const entry = (kind: 'waiting' | 'refused') => (operation: OutboxOperation) =>
    operationEntry(operation, kind, setOf(operation));
  const entries: Told[] = [
    ...outbox.newestRefused(MOST_ENTRIES).map(entry('refused')),
    ...outbox.newestUnanswered(MOST_ENTRIES).map(entry('waiting')),
    ...outbox.conflicts
      .open()
      .slice(-MOST_ENTRIES)
      .map((conflict) => conflictEntry(conflict, actor, workspace)),
  ];
  return entries
    .map((entry) => {
      const { entity, recordId, title } = entry;
      // What others called it was forgotten, and the user may see it again.
      const record = title === neutralTitle(entity) ? reader.record(entity, recordId) : undefined;
      const there = reader.has(entity, recordId);
      const seenWith = personOf(reader, entry);
      const fields = entry.fields.map((field) => withTexts(texts, entity, field));
      return { ...entry, fields, title: record ? titleOf(entityOf(entity), record) : title, there, seenWith };
    })
    .sort((one, other) => (one.at < other.at ? 1 : one.at > other.at ? -1 : 0));
}

/** A field with what the records are called that it refers to: nobody knows them by their ids. */
function withTexts(texts: ReferenceTexts, entity: EntityName, field: TrayField): TrayField {
  const definition = entityOf(entity);
  if (!definition.fields[field.name]?.target) return field;
  const called = (id: unknown): string => texts.shown(definition, field.name, id) ?? 'Unknown';
  return {
    ...field,
    ...(typeof field.value === 'string' ? { text: called(field.value) } : {}),
    ...(typeof field.stands === 'string' ? { standsText: called(field.stands) } : {}),
  };
}

type TrayField = TrayEntry['fields'][number];

/** The record that this one is seen with, by its field of that name: as it stands, or as the change would have it. */
function personOf(reader: RecordReader, { entity, recordId, fields }: Told): TrayEntry['seenWith'] {
  const { shownWith = [] } = entityOf(entity);
  const record = shownWith.length > 0 ? reader.record(entity, recordId) : undefined;
  for (const name of shownWith) {
    const id = record?.[name] ?? fields.find((field) => field.name === name)?.value;
    if (typeof id !== 'string' || !isEntityName(name)) continue;
    const other = reader.record(name, id);
    if (other) return { entity: name, id, title: titleOf(entityOf(name), other) };
  }
  return null;
}

function operationEntry(
  operation: OutboxOperation,
  kind: 'waiting' | 'refused',
  set: TrayEntry['set'],
): Told {
  const { id, entity, recordId, title, kind: action, changes, seen, error, at } = operation;
  const names = error?.strippedFields ?? Object.keys(changes);
  const problem = (name: string): Pick<TrayField, 'problem'> => {
    const said = error?.fields?.find(({ field }) => field === name)?.message;
    return said === undefined ? {} : { problem: said };
  };
  return {
    id,
    kind,
    entity,
    recordId,
    title,
    action,
    set,
    fields: names.map((name) => ({
      name,
      label: labelOf(entity, name),
      value: changes[name] ?? null,
      ...problem(name),
      ...(isProposedIn(operation, name) ? { isProposed: true } : {}),
    })),
    ...(action === 'update' && seen ? { seen } : {}),
    message:
      kind === 'waiting' ? 'Waits to be sent to the server.' : (error?.error ?? 'The server refused it.'),
    at,
  };
}

/** Whether the form proposed what a change gives the field. */
function isProposedIn({ entity, kind, changes, seen }: OutboxOperation, name: string): boolean {
  const proposal = proposalOf(entity);
  if (proposal?.field !== name || !Object.hasOwn(changes, name)) return false;
  return kind === 'create' ? isAsProposed(changes, proposal) : !isChosen(seen ?? {}, changes, proposal);
}

function conflictEntry(conflict: Conflict, actor: Actor, workspace: Workspace): Told {
  const { id, entity, recordId, field, lost, won, title, at } = conflict;
  // The same person may write at two computers, or at one while an earlier change waits.
  const isOwn = conflict.by === workspace.user.name;
  const by = isOwn ? 'You, on another computer,' : conflict.by || 'Somebody else';
  const entry = { id, kind: 'conflict', entity, recordId, title, at, set: null } as const;
  if (field === WHOLE_RECORD) {
    const fields = Object.entries(lost ?? {}).map(([name, value]) => ({
      name,
      label: labelOf(entity, name),
      value: value as unknown,
    }));
    const wayBack = mayFindAndRestore(entityOf(entity), actor.role)
      ? 'Restoring it brings that back.'
      : 'Ask an administrator to restore it.';
    const led = leadsTo(workspace, entity, recordId);
    const stays = led && workspace.reader.record(entity, led.id);
    if (stays) {
      const name = titleOf(entityOf(entity), stays);
      return {
        ...entry,
        action: 'update',
        fields: fields.map((each) => ({ ...each, stands: stays[each.name] })),
        message: `${by} merged this record into ${name} without having seen what you wrote. You can write it there.`,
      };
    }
    const message = `${by} deleted this record without having seen what you wrote. ${wayBack}`;
    return { ...entry, action: 'delete', fields, message };
  }
  const label = labelOf(entity, field);
  return {
    ...entry,
    action: 'update',
    fields: [{ name: field, label, value: lost, stands: won }],
    message: isOwn
      ? `You gave ${label} another value besides, here or on another computer, and that one stands; you can put this one back.`
      : `${by} changed ${label} after you. Their value stands; you can put yours back.`,
  };
}

function labelOf(entity: string, name: string): string {
  if (!isEntityName(entity)) return name;
  return entityOf(entity).fields[name]?.label ?? name;
}

/** Records whose operations or values changed. */
type Touched = { entity: OutboxOperation['entity']; recordId: string }[];

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

/** A change that can be given up; undefined for a conflict. Throws `not-found` or `conflict`. */
export function discardable({ outbox }: Workspace, id: string): OutboxOperation | undefined {
  const operation = outbox.get(id);
  if (operation?.status === 'applied')
    throw new PlainError('not-found', 'This change is on the server already.');
  if (operation?.status === 'sent') {
    throw new PlainError(
      'conflict',
      'This change is on its way to the server. Wait until it has arrived, then change it back.',
    );
  }
  return operation;
}

/**
 * Gives up a refused or waiting change, with the rest of its set that has not left, or puts away a conflict. Throws
 * `not-found` or `conflict`.
 * @param onGivenUp hears of the records, some in each turn of the event loop.
 */
export async function discard(
  workspace: Workspace,
  id: string,
  onGivenUp: (touched: Touched) => void,
): Promise<void> {
  const { outbox } = workspace;
  const operation = discardable(workspace, id);
  if (!operation) {
    const conflict = conflictOf(outbox, id);
    outbox.conflicts.settle(id);
    outbox.leaveNothing();
    return onGivenUp([conflict]);
  }
  const given = withDependents(outbox, operation).filter(({ status }) => status !== 'sent');
  outbox.remove(given.map((each) => each.id));
  outbox.leaveNothing();
  for (let at = 0; at < given.length && workspace.cache.open; at += SHOWN_SLICE) {
    if (at > 0) await nextTurn();
    const shown = given.slice(at, at + SHOWN_SLICE);
    workspace.overlay.refresh(shown);
    onGivenUp(shown);
  }
}

/**
 * Writes the value that lost a conflict again, over the record as it now is; restores the record where it was deleted.
 * Throws `not-found`, and `forbidden` where the role may not restore.
 * @returns the record, and the set that takes it back; null where nothing had to be done
 */
export function putBack(workspace: Workspace, id: string): { touched: Touched; set: string | null } {
  const { outbox, cache, writer, reader, actor } = workspace;
  const { entity, recordId, field, lost, won, title } = conflictOf(outbox, id);
  const led = field === WHOLE_RECORD && lost !== null ? leadsTo(workspace, entity, recordId) : null;
  if (led) {
    const set = newSet(`Values of ${title} put back`);
    const changes = settableOf(workspace, entity, led.id, lost as Record<string, unknown>);
    const operation = { kind: 'update', entity, recordId: led.id, changes, set } as const;
    writer.appendAgain([{ operation, title, before: null, seen: null }]);
    outbox.conflicts.settle(id);
    return { touched: [{ entity, recordId: led.id }], set: set.id };
  }
  if (field === WHOLE_RECORD) {
    const { setId } = writer.restore(entity, recordId, actor, title);
    outbox.conflicts.settle(id);
    return { touched: [{ entity, recordId }], set: setId };
  }
  if (!Object.hasOwn(entityOf(entity).fields, field)) throw new PlainError('not-supported', OF_NEWER_VERSION);
  if (!reader.has(entity, recordId)) throw notHere(cache, entityOf(entity));
  const set = newSet(`${fieldOf(entityOf(entity), field).label} of ${title} put back`);
  const record = reader.record(entity, recordId);
  const changes = withFollowing(entity, record ?? {}, { [field]: lost });
  const operation = { kind: 'update', entity, recordId, changes, set } as const;
  // The tray showed the value that won; what somebody wrote after that was not seen, and is told to them.
  const isAsTold = isSame(record?.[field], won);
  const saw = isAsTold ? { seen: null } : { seen: { [field]: won }, byValues: true };
  writer.appendAgain([{ operation, title, before: null, ...saw }]);
  // After the write: a value put back twice does no harm, one lost does.
  outbox.conflicts.settle(id);
  return { touched: [{ entity, recordId }], set: set.id };
}

const OF_NEWER_VERSION =
  'This field is of a newer version of the application. Put your value back once this computer is updated; it stays here.';

/** Of these values those that the role may set. */
function settableOf(
  { actor, reader }: Workspace,
  entity: EntityName,
  id: string,
  values: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const settable = settableFields(entityOf(entity), actor, reader.record(entity, id) ?? { _id: id });
  return Object.fromEntries(Object.entries(values).filter(([name]) => settable.has(name)));
}

function refusedOf(outbox: Outbox, id: string): OutboxOperation {
  const operation = outbox.get(id);
  if (operation?.status === 'refused') return operation;
  throw new PlainError('not-found', 'This change is no longer among the refused ones.');
}

function conflictOf(outbox: Outbox, id: string): Conflict {
  const conflict = outbox.conflicts.open().find((each) => each.id === id);
  if (!conflict) throw new PlainError('not-found', 'This entry has been dealt with already.');
  return conflict;
}

/**
 * The operation, those that belong to its set, also in other parts of it, and where one of them makes a record, those that
 * were made to that record after it. What the server has taken in stays. In their order.
 * @param allParts false for its own part of the set alone
 */
function withDependents(outbox: Outbox, operation: OutboxOperation, allParts = true): OutboxOperation[] {
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
