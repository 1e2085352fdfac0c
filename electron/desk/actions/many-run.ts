import { entityOf } from '#shared/model/entities.ts';
import { withFollowing } from '#shared/model/proposals.ts';
import type { ChangeSet } from '#shared/protocol/change-sets.ts';
import type { ManyResult } from '#shared/protocol/many.ts';
import { PUSH_LIMIT } from '#shared/protocol/sync.ts';
import type { NewOperation } from '../outbox/outbox-operation.ts';
import { NOWHERE, type ManyWork } from '../outbox/unfinished-work.ts';
import { titleOf } from '../records/record-reader.ts';
import type { Session } from '../session/session.ts';
import type { DeskEvents } from '../workspace/desk-events.ts';
import { ShownRecords } from '../workspace/shown-records.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { manyTitle, ManyTally } from './many-tally.ts';

/** Records in one commit; each such part is taken in by the server as a whole. */
const PART = PUSH_LIMIT;
/** Work between two turns of the event loop, in milliseconds. */
const SLICE_MS = 12;
/** Lists that are open ask again at most this often while it goes on, and progress is told so often, in milliseconds. */
const TELL_EVERY_MS = 250;

/** One change of many records, from its first part to its last. */
export class ManyRun {
  readonly #session: Session;
  readonly #events: DeskEvents;
  readonly #workspace: Workspace;
  readonly #work: ManyWork;
  readonly #turn: () => Promise<void>;
  readonly #tally: ManyTally;
  /** Whether it takes more than one part, and is remembered until the last one is there. */
  readonly #isLong: boolean;
  /** Those that are still to be looked at. */
  readonly #ids: readonly string[];
  #part: number;
  #stopped = false;
  readonly #shown: ShownRecords;
  #toldAt = performance.now();

  constructor(
    session: Session,
    events: DeskEvents,
    workspace: Workspace,
    work: Omit<ManyWork, 'title'> & { title?: string },
    turn: () => Promise<void>,
  ) {
    this.#session = session;
    this.#events = events;
    this.#workspace = workspace;
    this.#turn = turn;
    this.#shown = new ShownRecords(workspace, events, work.entity, turn);
    const only = work.ids.length === 1 ? this.#nameOf(work) : undefined;
    this.#work = { ...work, title: work.title ?? manyTitle(work, work.ids.length, only) };
    const { sets, unfinished } = workspace.outbox;
    const isGoingOn = unfinished.read()?.id === work.id;
    this.#isLong = isGoingOn || work.ids.length > PART;
    const { ids, part, changed } = isGoingOn ? unfinished.reached() : NOWHERE;
    // Where a damaged outbox has lost how far it was, what it still holds is not done again.
    const { records, part: held } = sets.reach(work.id);
    this.#ids = work.ids.slice(ids).filter((id) => !records.has(id));
    this.#part = Math.max(part, held) + 1;
    this.#tally = new ManyTally(this.#work, Math.max(changed, records.size));
  }

  /** It ends after the part that is under way. */
  stop(): void {
    this.#stopped = true;
  }

  async go(): Promise<ManyResult> {
    const { unfinished } = this.#workspace.outbox;
    if (this.#isLong) unfinished.keep(this.#work);
    this.#tell(0);
    let at = 0;
    for (; at < this.#ids.length && !this.#stopped; at += PART) {
      await this.#turn();
      const ids = this.#ids.slice(at, at + PART);
      await this.#writePart(ids, at);
      this.#progress(at + ids.length);
    }
    if (this.#isLong) unfinished.forget();
    this.#tell(Math.min(at, this.#ids.length));
    return this.#tally.result(at < this.#ids.length);
  }

  /** @param before how many were dealt with already */
  async #writePart(ids: readonly string[], before: number): Promise<void> {
    const { outbox } = this.#workspace;
    const set: ChangeSet = { id: this.#work.id, title: this.#work.title, part: this.#part };
    let operations: NewOperation[] = [];
    const started = outbox.appended;
    let sliceAt = performance.now();
    for (const [index, id] of ids.entries()) {
      if (performance.now() - sliceAt > SLICE_MS) {
        this.#tellSometimes(before + index);
        await this.#turn();
        sliceAt = performance.now();
      }
      operations.push(...this.#changeOf(id, set));
    }
    // In one turn: nothing can happen between the last look and the commit.
    await this.#turn();
    operations = this.#stillRight(operations, started, set);
    if (this.#ids.length <= PART && this.#part === 0) operations = this.#countedIn(operations);
    this.#keep(operations, ids.at(-1));
    if (operations.length === 0) return;
    this.#part += 1;
    this.#tally.done += operations.length;
    await this.#shown.show(operations);
    this.#session.require().sync.outboxChanged();
  }

  /**
   * In one commit with how far it is: by the operations alone nobody could tell, once the server has them.
   * @param last the record that was looked at last
   */
  #keep(operations: readonly NewOperation[], last: string | undefined): void {
    const { outbox } = this.#workspace;
    const { length } = operations;
    const changed = this.#tally.done + length;
    const part = length > 0 ? this.#part : this.#part - 1;
    outbox.transaction(() => {
      if (length > 0) outbox.append(operations);
      if (this.#isLong && last !== undefined)
        outbox.unfinished.reach({ ids: this.#work.ids.indexOf(last) + 1, part, changed });
    });
  }

  /** The operation of one record; none where it stays as it is. */
  #changeOf(id: string, set: ChangeSet): NewOperation[] {
    const { writer, reader, actor } = this.#workspace;
    const { kind, entity, changes, at } = this.#work;
    try {
      const operations = writer.gathered(set, () => {
        if (kind === 'set') {
          // What follows from it, as in a form: the status of a payment from its amounts.
          const values = withFollowing(entity, reader.record(entity, id) ?? {}, changes);
          writer.save({ entity, id, base: reader.baseSeq(entity, id), changes: values }, actor, at);
        } else if (kind === 'delete') writer.delete(entity, id, actor);
        else writer.restore(entity, id, actor);
      });
      if (operations.length === 0) this.#tally.same += 1;
      return operations;
    } catch (error) {
      this.#tally.leave(error);
      return [];
    }
  }

  /**
   * The part as it is right now: without records that have gone since their turn, and made anew for those that the user
   * has changed meanwhile.
   * @param since the operation that was the last one then
   */
  #stillRight(operations: readonly NewOperation[], since: number, set: ChangeSet): NewOperation[] {
    const { outbox, reader } = this.#workspace;
    const isAlone = outbox.appended === since;
    return operations.flatMap((operation) => {
      const { entity, recordId, kind } = operation;
      if (kind !== 'restore' && !reader.has(entity, recordId)) {
        this.#tally.leaveGone();
        return [];
      }
      const isOlder = !isAlone && outbox.ofRecord(entity, recordId).some(({ n }) => n > since);
      return isOlder ? this.#changeOf(recordId, set) : [operation];
    });
  }

  /** Where one part is all, its title says how many it really changes. */
  #countedIn(operations: readonly NewOperation[]): NewOperation[] {
    const title = manyTitle(this.#work, operations.length, operations[0]?.title);
    return operations.map((operation) =>
      operation.set ? { ...operation, set: { ...operation.set, title } } : operation,
    );
  }

  #tellSometimes(done: number): void {
    if (performance.now() - this.#toldAt >= TELL_EVERY_MS) this.#tell(done);
  }

  #progress(done: number): void {
    const { id, title, ids } = this.#work;
    this.#events.emit('many', { id, title, done: this.#earlier + done, total: ids.length });
  }

  /** How far it is, and which records look otherwise now. */
  #tell(done: number): void {
    this.#toldAt = performance.now();
    this.#progress(done);
    this.#shown.tell();
  }

  /** Those that were dealt with before this run. */
  get #earlier(): number {
    return this.#work.ids.length - this.#ids.length;
  }

  #nameOf({ entity, ids: [id = ''] }: Pick<ManyWork, 'entity' | 'ids'>): string | undefined {
    const record = this.#workspace.reader.record(entity, id);
    return record && titleOf(entityOf(entity), record);
  }
}
