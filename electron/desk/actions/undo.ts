import { setImmediate as nextTurn } from 'node:timers/promises';
import { entityOf, type EntityName } from '#shared/model/entities.ts';
import type { AnyRecord } from '#shared/model/entity.ts';
import { newId } from '#shared/model/new-id.ts';
import {
  setTitle,
  type ChangeSet,
  type Left,
  type UndoAnswer,
  type UndoRequest,
} from '#shared/protocol/change-sets.ts';
import type { Results } from '#shared/protocol/bridge.ts';
import { PlainError } from '#shared/protocol/errors.ts';
import { PUSH_LIMIT } from '#shared/protocol/sync.ts';
import { onlineCall } from '../online/online-call.ts';
import { takesRecordAway, type NewOperation, type OutboxOperation } from '../outbox/outbox-operation.ts';
import type { Session } from '../session/session.ts';
import { isRefusal, noteUndo, undoAnswer, undoPath } from '../sync/undo-elsewhere.ts';
import type { DeskEvents } from '../workspace/desk-events.ts';
import type { Workspace } from '../workspace/workspace.ts';

const NEEDS_SERVER = 'What was done on another computer is undone by the server. Connect, then try again.';
const GOES_ON = 'The connection was lost. The rest is undone when the server can be reached again.';
/** Records in one commit; each such part is taken in by the server as a whole. */
const SLICE = PUSH_LIMIT;
/** Records that are shown anew in one turn of the event loop. */
const SHOWN = 100;

/** The operations of a set on one record, in order. */
interface OfRecord {
  entity: EntityName;
  recordId: string;
  operations: OutboxOperation[];
}

/**
 * Takes back what the user did on this computer, also while the server is away: what has not left goes out of the outbox,
 * the rest is asked of the server, which knows what stands and what others changed since.
 */
export class ChangeUndo {
  readonly #session: Session;
  readonly #events: DeskEvents;
  /** The sets that the user made since signing in, oldest first. */
  #made: { workspace: Workspace; sets: string[] } | null = null;
  /** What is under way, by the set that is taken back: asked for twice, it is done once. */
  readonly #underWay = new Map<string, Promise<Results['changes.undo']>>();

  constructor(session: Session, events: DeskEvents) {
    this.#session = session;
    this.#events = events;
  }

  /** The user has just made a set, or begun to: the next `undoLast` takes it back. */
  made(setId: string | null): void {
    if (setId === null) return;
    const { workspace } = this.#session.require();
    if (this.#made?.workspace !== workspace) this.#made = { workspace, sets: [] };
    this.#made.sets.push(setId);
  }

  /** The set that the user made last, or began to make; null where there is none. */
  get last(): string | null {
    const { workspace } = this.#session.require();
    return this.#made?.workspace === workspace ? (this.#made.sets.at(-1) ?? null) : null;
  }

  /** Takes back what the user did last since signing in. null where there is nothing (more). */
  async undoLast(): Promise<Results['changes.undo'] | null> {
    const { workspace } = this.#session.require();
    const sets = this.#made?.workspace === workspace ? this.#made.sets : [];
    for (let set = sets.pop(); set !== undefined; set = sets.pop()) {
      const [first] = workspace.outbox.sets.start(set, 1);
      if (first && workspace.outbox.sets.undoing(set).length === 0) return this.undo(set);
    }
    return null;
  }

  /**
   * Takes a set back. One that was interrupted goes on where it ended.
   * @throws PlainError `offline` where only the server knows it, what the server refuses, `unavailable` where it was
   * interrupted.
   */
  undo(setId: string): Promise<Results['changes.undo']> {
    const { workspace } = this.#session.require();
    const { busy } = workspace.outbox.undos;
    const underWay = busy.has(setId) ? this.#underWay.get(setId) : undefined;
    if (underWay) return underWay;
    busy.add(setId);
    const undoing = this.#undo(workspace, setId).finally(() => {
      busy.delete(setId);
      if (this.#underWay.get(setId) === undoing) this.#underWay.delete(setId);
    });
    this.#underWay.set(setId, undoing);
    return undoing;
  }

  async #undo(workspace: Workspace, setId: string): Promise<Results['changes.undo']> {
    const { outbox } = workspace;
    const gone = outbox.undos.takenOut.get(setId);
    if (gone !== undefined) return { title: gone, set: null };
    const operations = outbox.sets.start(setId, SLICE + 1).filter(({ damaged }) => !damaged);
    const [first] = operations;
    this.#forget(setId);
    // Made elsewhere, or so long ago that this computer has forgotten the beginning of it.
    if (!first?.set || !outbox.sets.hasBeginning(setId)) return this.#undoOnServer(workspace, setId);
    const { title } = first.set;
    if (this.#takeOut(workspace, operations)) {
      outbox.undos.takenOut.set(setId, title);
      return { title, set: null };
    }
    const earlier = this.#earlier(workspace, setId);
    const set: ChangeSet = earlier[0]?.set ?? {
      id: newId(),
      title: setTitle(`Undone: ${title}`),
      part: 0,
      undoes: setId,
    };
    const done = new Set(earlier.map(keyOf));
    const total = outbox.sets.records(setId);
    let part = Math.max(-1, ...earlier.map((each) => each.set?.part ?? 0)) + 1;
    // What is more than one commit can be interrupted.
    if (operations.length > SLICE)
      outbox.undos.keep(setId, { by: set.id, at: Date.now(), state: 'here', ackedAt: null });
    for (const slice of slicesOf(workspace, setId, done)) {
      if (part > 0) await this.#turn(workspace);
      outbox.append(slice.map((each) => undoOf(workspace, each, { ...set, part })));
      part += 1;
      for (let at = 0; at < slice.length; at += SHOWN) {
        if (at > 0) await this.#turn(workspace);
        this.#refresh(workspace, slice.slice(at, at + SHOWN));
      }
      this.#session.require().sync.outboxChanged();
      this.#events.emit('undo', { id: setId, done: done.size, total });
    }
    outbox.undos.forget(setId);
    // What was done again can be taken back again, before what was done earlier.
    if (isUndo(workspace, first.set)) this.made(set.id);
    return { title, set: set.id };
  }

  /** What was made of an undo of the set so far. One that was done, and has left some of it, is begun anew. */
  #earlier({ outbox }: Workspace, setId: string): OutboxOperation[] {
    const undos = outbox.sets.undoing(setId).filter(({ status }) => status !== 'refused');
    const last = undos.filter(({ set }) => set?.id === undos.at(-1)?.set?.id);
    const goesOn = outbox.undos.get(setId)?.state === 'here';
    return goesOn || last.every(({ left }) => left === null) ? last : [];
  }

  async #undoOnServer(workspace: Workspace, setId: string): Promise<Results['changes.undo']> {
    const { undos } = workspace.outbox;
    const earlier = undos.get(setId);
    // Its answer may have been lost, or the rest of it never asked for.
    const set = earlier && earlier.state !== 'done' ? earlier.by : newId();
    if (earlier?.by !== set) undos.keep(setId, { by: set, at: Date.now(), state: 'asked', ackedAt: null });
    const left: Left[] = [];
    let title = '';
    for (let from: number | null = 0; from !== null;) {
      const answer: UndoAnswer = await this.#askServer(setId, { set, from }).catch((error: unknown) => {
        if (isRefusal(error)) undos.forget(setId);
        throw error;
      });
      noteUndo(workspace, setId, { set, answer });
      left.push(...answer.left);
      this.#events.emit('undo', { id: setId, done: answer.done, total: answer.total });
      ({ title, next: from } = answer);
      if (from !== null) await this.#turn(workspace);
    }
    if (left.length > 0) this.#events.emit('undone', { title, left });
    void this.#session.require().sync.now();
    return { title, set };
  }

  async #askServer(setId: string, body: UndoRequest): Promise<UndoAnswer> {
    const needs = body.from === 0 ? NEEDS_SERVER : GOES_ON;
    const call = { method: 'POST', body } as const;
    return undoAnswer(body.from, await onlineCall<UndoAnswer>(this.#session, undoPath(setId), call, needs));
  }

  /** What has not left this computer, and nothing was done on top of it, goes as if it had never been. */
  #takeOut(workspace: Workspace, operations: readonly OutboxOperation[]): boolean {
    const { outbox } = workspace;
    const ids = new Set(operations.map(({ id }) => id));
    if (operations.length > SLICE || operations.some(({ status }) => status !== 'waiting')) return false;
    const isUnder = operations.some(({ n, entity, recordId }) =>
      outbox.ofRecord(entity, recordId).some((each) => each.n > n && !ids.has(each.id)),
    );
    if (isUnder || this.#isNamed(workspace, operations)) return false;
    outbox.remove([...ids]);
    this.#refresh(workspace, operations);
    this.#session.require().sync.outboxChanged();
    return true;
  }

  /** Whether what waits names a record that these made: without it the server would refuse that. */
  #isNamed({ outbox }: Workspace, operations: readonly OutboxOperation[]): boolean {
    const made = new Set(operations.flatMap(({ kind, recordId }) => (kind === 'create' ? [recordId] : [])));
    if (made.size === 0) return false;
    const ids = new Set(operations.map(({ id }) => id));
    return outbox
      .unanswered()
      .some(
        ({ id, changes }) =>
          !ids.has(id) &&
          Object.values(changes).some((value) => typeof value === 'string' && made.has(value)),
      );
  }

  #refresh(workspace: Workspace, records: readonly { entity: EntityName; recordId: string }[]): void {
    workspace.overlay.refresh(records);
    for (const entity of new Set(records.map((each) => each.entity))) {
      const ofEntity = records.filter((each) => each.entity === entity);
      this.#events.changed(
        entity,
        ofEntity.map(({ recordId }) => recordId),
        'here',
      );
    }
    workspace.index.catchUp();
  }

  #forget(setId: string): void {
    if (this.#made) this.#made.sets = this.#made.sets.filter((each) => each !== setId);
  }

  /** Lets others have their turn. What was begun for a user ends with the session. */
  async #turn(workspace: Workspace): Promise<void> {
    await nextTurn();
    const { open } = this.#session;
    if (open?.workspace === workspace && !open.sync.isEnding && workspace.cache.open) return;
    throw new PlainError('unavailable', 'This was interrupted. Undo it again for the rest.');
  }
}

/** Whether the set took something back, and is not one that did it again. */
function isUndo({ outbox }: Workspace, set: ChangeSet): boolean {
  let isTaken = false;
  for (let undone = set.undoes; undone !== undefined; isTaken = !isTaken)
    undone = outbox.sets.start(undone, 1)[0]?.set?.undoes;
  return isTaken;
}

const keyOf = ({ entity, recordId }: { entity: EntityName; recordId: string }): string =>
  `${entity} ${recordId}`;

/**
 * The records of a set with its operations on them, a slice at a time, so that a large set is never in memory at once.
 * What was done last comes first.
 * @param done keys of records that are left out; those that were given are added
 */
function* slicesOf({ outbox }: Workspace, setId: string, done: Set<string>): Generator<OfRecord[]> {
  for (let before = Number.MAX_SAFE_INTEGER; ;) {
    const operations = outbox.sets.end(setId, before, SLICE);
    const last = operations.at(-1);
    if (!last) return;
    before = last.n;
    const slice: OfRecord[] = [];
    for (const operation of operations) {
      if (operation.damaged || done.has(keyOf(operation))) continue;
      const { entity, recordId } = operation;
      done.add(keyOf(operation));
      const all = outbox.ofRecord(entity, recordId);
      slice.push({ entity, recordId, operations: all.filter((each) => isStanding(each, setId)) });
    }
    if (slice.length > 0) yield slice;
  }
}

const isStanding = ({ set, status, damaged }: OutboxOperation, setId: string): boolean =>
  set?.id === setId && status !== 'refused' && !damaged;

/** The operation that takes back what a set did to a record, with what is shown until the server has answered. */
function undoOf(
  { reader, cache }: Workspace,
  { entity, recordId, operations }: OfRecord,
  set: ChangeSet,
): NewOperation {
  const record = reader.record(entity, recordId);
  const last = operations.findLast((operation) => broughtIn(operation) || tookAway(operation));
  const goes = last !== undefined && broughtIn(last);
  const values = goes ? {} : valuesBefore(operations, record);
  const before = goes ? (cache.rows(entity).read(recordId)?.row ?? null) : (last?.before ?? null);
  return {
    id: newId(),
    kind: 'undo',
    entity,
    recordId,
    base: 0,
    changes: values,
    set,
    title: operations.at(-1)?.title ?? entityOf(entity).label,
    at: new Date().toISOString(),
    before,
    seen: goes ? {} : record && Object.keys(values).length > 0 ? valuesNow(record, values) : null,
  };
}

const tookAway = (operation: OutboxOperation): boolean =>
  operation.kind === 'delete' || takesRecordAway(operation);

const broughtIn = (operation: OutboxOperation): boolean =>
  ['create', 'restore'].includes(operation.kind) ||
  (operation.kind === 'undo' && operation.before !== null && !takesRecordAway(operation));

const valuesNow = (record: AnyRecord, values: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(Object.keys(values).map((name) => [name, record[name] ?? null]));

/** The values that the user saw before, where what the set wrote still stands. */
function valuesBefore(
  operations: readonly OutboxOperation[],
  record: AnyRecord | undefined,
): Record<string, unknown> {
  const before: Record<string, unknown> = {};
  const written: Record<string, unknown> = {};
  for (const { kind, changes, seen } of operations) {
    if ((kind !== 'update' && kind !== 'undo') || seen === null) continue;
    for (const [name, value] of Object.entries(changes)) {
      if (!Object.hasOwn(before, name)) before[name] = seen[name] ?? null;
      written[name] = value;
    }
  }
  return Object.fromEntries(
    Object.entries(before).filter(
      ([name]) => !record || JSON.stringify(record[name] ?? null) === JSON.stringify(written[name] ?? null),
    ),
  );
}
