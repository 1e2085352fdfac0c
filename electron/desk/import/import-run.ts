import type { ChangeSet } from '#shared/protocol/change-sets.ts';
import { setTitle } from '#shared/protocol/change-sets.ts';
import { PlainError } from '#shared/protocol/errors.ts';
import type { KnownChoice } from '#shared/protocol/import.ts';
import { newId } from '#shared/model/new-id.ts';
import { PUSH_LIMIT } from '#shared/protocol/sync.ts';
import { fold } from '#shared/import/fold.ts';
import type { NewOperation } from '../outbox/outbox-operation.ts';
import type { DeskEvents } from '../workspace/desk-events.ts';
import { ShownRecords } from '../workspace/shown-records.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { RowJudge } from './row-judge.ts';
import { SLICE_MS, type Progress } from './slices.ts';
import type { Judged, Outcome, StagedRows } from './staged-rows.ts';

/** Rows that are looked at for one part, which the server takes in as a whole. */
const PART = PUSH_LIMIT;
/** Such a part is sent again from its beginning where the line is cut: it ends sooner where its rows are long. */
const PART_BYTES = 256 * 1024;
/** Lists that are open ask again at most this often while it goes on, in milliseconds. */
const TELL_EVERY_MS = 250;

/** What is to become of a row of the part. */
interface Planned {
  row: number;
  outcome: Outcome;
  operation: NewOperation | null;
}

export interface RunSettings {
  workspace: Workspace;
  events: DeskEvents;
  staged: StagedRows;
  /** Lets others have their turn; throws where it is not to go on. */
  turn: () => Promise<void>;
  progress: Progress;
  isStopped: () => boolean;
  /** Told after each part that waits to be sent. */
  appended: () => void;
}

/**
 * Makes records of the rows of an import: one change set, in parts that are appended in one commit each. Which record a
 * row makes is written down before the commit, so that whatever ends it in the midst, each row comes in once.
 */
export class ImportRun {
  readonly #settings: RunSettings;
  readonly #set: Omit<ChangeSet, 'part'>;
  readonly #judge: RowJudge;
  readonly #shown: ShownRecords;
  #toldAt = performance.now();

  constructor(settings: RunSettings) {
    this.#settings = settings;
    const { staged, workspace, events, turn } = settings;
    this.#shown = new ShownRecords(workspace, events, staged.work.entity, turn);
    const id = staged.work.set ?? newId();
    if (staged.work.set === null) staged.keep({ set: id });
    this.#set = { id, title: setTitle(`Import of ${staged.work.fileName}`) };
    this.#judge = new RowJudge(workspace, staged.work, (keys, row) => staged.firstWith(keys, row));
    const { sets } = workspace.outbox;
    const { entity } = staged.work;
    // What was appended before a crash is done.
    staged.transaction(() => {
      for (const { row, record, outcome } of staged.planned())
        if (sets.touches(id, { entity, recordId: record })) staged.done(row, outcome);
    });
  }

  async go(): Promise<void> {
    const { staged, isStopped, progress, turn } = this.#settings;
    const total = staged.total('new') + staged.total('known') + staged.counts().doubles;
    let done = 0;
    progress(0, total);
    let after = 0;
    for (;;) {
      await turn();
      if (isStopped()) break;
      const rows = staged.toRun(after, PART);
      if (rows.length === 0) break;
      const taken = await this.#writePart(rows, (of) => progress(done + of, total));
      after = rows[taken - 1]?.row ?? after;
      done += taken;
      progress(done, total);
    }
    this.#tell();
  }

  /** Gives how many of the rows it took: a record is changed once in a part. */
  async #writePart(rows: ReturnType<StagedRows['toRun']>, progress: (done: number) => void): Promise<number> {
    const { workspace, staged, turn, appended } = this.#settings;
    // Which part each operation is of is said when all of them are known.
    const set: ChangeSet = { ...this.#set, part: 0 };
    const since = workspace.outbox.appended;
    const planned: Planned[] = [];
    const touched = new Set<string>();
    let taken = 0;
    let bytes = 0;
    let sliceAt = performance.now();
    for (const [at, { row, choice }] of rows.entries()) {
      if (performance.now() - sliceAt > SLICE_MS) {
        progress(at);
        this.#tellSometimes();
        await turn();
        sliceAt = performance.now();
      }
      const [plan] = this.#plan(row, choice, set);
      const record = plan?.operation?.recordId;
      if (record !== undefined && touched.has(record)) break;
      if (record !== undefined) touched.add(record);
      if (plan) planned.push(plan);
      taken = at + 1;
      if (plan?.operation) bytes += Buffer.byteLength(JSON.stringify(plan.operation.changes));
      if (bytes > PART_BYTES) break;
    }
    await turn();
    // From here to the marks in one turn: what was seen last is what is written.
    const part = planned.flatMap((each) => this.#stillRight(each, since, set));
    const operations = this.#inParts(part.flatMap(({ operation }) => operation ?? []));
    if (operations.length > 0) {
      staged.safely(() => {
        for (const { row, operation, outcome } of part)
          if (operation) staged.plan(row, operation.recordId, outcome);
      });
      const { outbox } = workspace;
      outbox.transaction(() => {
        outbox.sets.markPartable(this.#set.id);
        outbox.append(operations);
      });
    }
    staged.transaction(() => {
      for (const { row, outcome } of part) staged.done(row, outcome);
    });
    await this.#shown.show(operations);
    if (operations.length > 0) appended();
    return taken;
  }

  /**
   * The new records are one part, which is sent at once; the desk parts it where the server refuses one of them. Each change
   * of a person who is here is a part of its own from the start: others may have deleted that person meanwhile.
   */
  #inParts(operations: readonly NewOperation[]): NewOperation[] {
    const { sets } = this.#settings.workspace.outbox;
    const inPart = (part: number) => (operation: NewOperation) => ({
      ...operation,
      set: { ...this.#set, part },
    });
    const added = operations.filter(({ kind }) => kind === 'create');
    const changed = operations.filter(({ kind }) => kind !== 'create');
    const together = added.length > 0 ? added.map(inPart(sets.newPart(this.#set.id))) : [];
    return [...together, ...changed.map((each) => inPart(sets.newPart(this.#set.id))(each))];
  }

  /** What becomes of a row; none where it turns out to be wrong now, or another one's double. */
  #plan(row: number, chosen: KnownChoice | null, set: ChangeSet): [] | [Planned] {
    const { staged, workspace } = this.#settings;
    const cells = staged.cellsOf(row);
    // Whoever it was about has been erased.
    if (!cells) return [];
    const { values, ...judged } = this.#judge.judge(row, cells);
    const isAdded = judged.match !== null || judged.sameAs !== null ? chosen === 'add' : true;
    if (judged.state === 'wrong' || (judged.sameAs !== null && !isAdded)) return this.#leave(row, judged);
    const choice = judged.match === null ? 'add' : (chosen ?? staged.work.choice);
    const { match } = judged;
    const { entity } = staged.work;
    if (choice !== 'add' && (choice === 'skip' || match?.entity !== entity))
      return [{ row, outcome: 'skipped', operation: null }];
    try {
      const [operation = null] = workspace.writer.gathered(set, () => {
        if (choice === 'add' || !match) this.#add(values);
        else this.#change(match.id, values, choice);
      });
      const outcome = operation === null ? 'skipped' : operation.kind === 'create' ? 'added' : 'changed';
      return [{ row, outcome, operation }];
    } catch (error) {
      if (!(error instanceof PlainError) || !OF_THE_ROW.has(error.code)) throw error;
      const fields = error.fields ?? [{ field: '', code: 'invalid' as const, message: error.message }];
      const issues = fields.map((issue) => ({ ...issue, column: this.#columnOf(issue.field) }));
      return this.#leave(row, { ...judged, state: 'wrong', issues });
    }
  }

  #add(values: Record<string, unknown>): void {
    const { workspace, staged } = this.#settings;
    const { writer, actor } = workspace;
    writer.save({ entity: staged.work.entity, id: newId(), base: null, changes: values }, actor);
  }

  #change(id: string, values: Record<string, unknown>, choice: 'fill' | 'overwrite'): void {
    const { workspace, staged } = this.#settings;
    const { writer, reader, actor } = workspace;
    const { entity } = staged.work;
    const stored = reader.record(entity, id);
    const changes = Object.fromEntries(
      Object.entries(values).filter(([name]) => choice === 'overwrite' || isEmpty(stored?.[name])),
    );
    if (Object.keys(changes).length === 0) return;
    writer.save({ entity, id, base: reader.baseSeq(entity, id), changes }, actor);
  }

  #leave(row: number, judged: Judged): [] {
    const { staged } = this.#settings;
    staged.transaction(() => staged.judged(row, judged, fold));
    return [];
  }

  #columnOf(field: string): number | null {
    const column = this.#settings.staged.work.columns.findIndex((each) => each.field === field);
    return column < 0 ? null : column;
  }

  /** The row as it is right now: a record that somebody changed or took away since its turn is looked at again. */
  #stillRight(planned: Planned, since: number, set: ChangeSet): [] | [Planned] {
    const { outbox, reader } = this.#settings.workspace;
    const { operation, row } = planned;
    if (!this.#settings.staged.has(row)) return [];
    if (!operation || operation.kind === 'create') return [planned];
    const { entity, recordId } = operation;
    const isOlder = outbox.appended !== since && outbox.ofRecord(entity, recordId).some(({ n }) => n > since);
    if (reader.has(entity, recordId) && !isOlder) return [planned];
    return this.#plan(row, this.#settings.staged.row(row)?.choice ?? null, set);
  }

  #tellSometimes(): void {
    if (performance.now() - this.#toldAt >= TELL_EVERY_MS) this.#tell();
  }

  /** Which records look otherwise now. */
  #tell(): void {
    this.#toldAt = performance.now();
    this.#shown.tell();
  }
}

/** What is wrong with one row; anything else ends the run. */
const OF_THE_ROW = new Set(['invalid', 'conflict', 'forbidden', 'not-found', 'bad-request']);

const isEmpty = (value: unknown): boolean =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0);
