import { setImmediate as nextTurn } from 'node:timers/promises';
import { isEmptyCell } from '#shared/import/cell.ts';
import { fold } from '#shared/import/fold.ts';
import { PlainError } from '#shared/protocol/errors.ts';
import type { ImportState } from '#shared/protocol/import.ts';
import type { Session } from '../session/session.ts';
import { diskSentence, isDiskRefusal } from '../storage/disk-trouble.ts';
import { isDamage } from '../storage/sqlite-file.ts';
import type { DeskEvents } from '../workspace/desk-events.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { addedByOthers, byOthersSentence, saysByOthers } from './added-by-others.ts';
import { fileColumns } from './file-columns.ts';
import { PROBLEMS } from './file-kind.ts';
import { ImportRun } from './import-run.ts';
import { importState } from './import-state.ts';
import { cellOf } from './kept-cells.ts';
import type { FileForm, KeptCell } from './reader-messages.ts';
import { readFileInWorker } from './reading.ts';
import { RowJudge } from './row-judge.ts';
import { SLICE_MS } from './slices.ts';
import type { StagedRows } from './staged-rows.ts';

/** Progress is told so often, in milliseconds. */
const TELL_EVERY_MS = 200;
/** Rows that are read from the staged file at once. */
const AT_ONCE = 100;
/** Readings of one file that may break off with the whole desk; one more could end it again. */
const MOST_READINGS = 3;

/** Work that goes on by itself is over, because something else is done now. */
class GivenUp extends Error {}

export interface OngoingSettings {
  workspace: Workspace;
  staged: StagedRows;
  session: Session;
  events: DeskEvents;
  /** Told of the change set of a run as it begins: what is done beside it is done later. */
  made: (set: string) => void;
  /** Program of the worker that reads files, where it is another than the sources have. */
  reader: string | undefined;
}

/** One import, and what goes on of it by itself: reading, judging and making records, in slices, and after a restart. */
export class OngoingImport {
  readonly workspace: Workspace;
  readonly staged: StagedRows;
  readonly #settings: OngoingSettings;
  #work: Promise<void> | null = null;
  /** What goes on ends when this is aborted. */
  #wanted = new AbortController();
  #isStopped = false;
  #calls: Promise<unknown> = Promise.resolve();
  #toldRefused = 0;
  #looking = false;

  constructor(settings: OngoingSettings) {
    this.#settings = settings;
    this.workspace = settings.workspace;
    this.staged = settings.staged;
  }

  get state(): ImportState {
    return importState(this.staged, this.workspace.outbox);
  }

  get judge(): RowJudge {
    const { workspace, staged } = this;
    return new RowJudge(workspace, staged.work, (keys, row) => staged.firstWith(keys, row));
  }

  /** Whether the outbox knows of what came in. */
  get isKept(): boolean {
    const { set } = this.staged.work;
    return set !== null && this.workspace.outbox.sets.start(set, 1).length > 0;
  }

  /** Calls that end what goes on and begin something else: one after the other. */
  inTurn<Result>(call: () => Promise<Result>): Promise<Result> {
    const result = this.#calls.then(call);
    this.#calls = result.catch(() => undefined);
    return result;
  }

  /** What a restart, or a sign-out, has interrupted. */
  goOn(): void {
    if (this.#work) return;
    const { staged, workspace } = this;
    const { going, readings } = staged.work;
    if (going === 'reading') {
      if (readings < MOST_READINGS) this.read();
      else staged.keep({ going: null, problem: PROBLEMS.breaks });
    }
    if (!workspace.cache.open || !workspace.cache.position.complete) return;
    if (going === 'judging') this.judgeAll();
    if (going === 'running') this.run();
  }

  /** Reads the file. */
  read(): void {
    const { staged } = this;
    staged.keep({ going: 'reading', step: 'file', problem: null, readings: staged.work.readings + 1 });
    this.#begin(() => this.#readFile());
  }

  /** Judges the rows that are not judged yet. */
  judgeAll(): void {
    this.#begin(() => this.#judgeRows());
  }

  /** Makes records of the rows, or of the rest of them. @param isAnew a stop that was asked for before counts no more */
  run(isAnew = false): void {
    if (isAnew) this.#isStopped = false;
    this.staged.keep({ byOthers: null });
    this.#begin(() => this.#makeRecords());
  }

  /** Waits for what goes on. Throws what has ended it. */
  async over(): Promise<void> {
    await this.#work;
  }

  /** A run ends after the part that is under way. */
  async stop(): Promise<void> {
    if (this.staged.work.going !== 'running') return;
    this.#isStopped = true;
    await this.#work?.catch(() => undefined);
  }

  /** Ends what goes on. */
  async end(): Promise<void> {
    this.#wanted.abort();
    await this.#work?.catch(() => undefined);
  }

  /** The user's data is closed. */
  close(): void {
    this.#wanted.abort();
    if (this.staged.open) this.staged.close();
  }

  /** Tells the window where the server has answered something else of what came in. */
  tellRefused(): void {
    const { step, set } = this.staged.work;
    if (step !== 'report' || set === null) return;
    const refused = this.workspace.outbox.sets.refused(set);
    if (refused === this.#toldRefused) return;
    this.#toldRefused = refused;
    this.tell(0, null);
  }

  /**
   * Looks whether others have added the same people meanwhile, once: when all is sent and what came before it is here, so
   * that of two desks that were given one file at once at least one says so.
   */
  lookForOthers(): void {
    const { staged, workspace } = this;
    const { step, going, set, byOthers } = staged.work;
    if (this.#looking || byOthers !== null || going !== null || step !== 'report' || set === null) return;
    const { sets } = workspace.outbox;
    if (!workspace.cache.open || sets.isOnItsWay(set)) return;
    const last = sets.lastSeq(set);
    if (last === 0 || workspace.cache.position.settledSeq < last) return;
    this.#looking = true;
    const turn = async (): Promise<void> => {
      await nextTurn();
      const isAsBefore = staged.open && workspace.cache.open && staged.work.step === 'report';
      if (!isAsBefore || staged.work.going !== null) throw new GivenUp();
    };
    addedByOthers(workspace, staged, turn)
      .then((count) => this.#tellOthers(count))
      .catch((error: unknown) => {
        // It is looked again when the desk is opened anew.
        if (!(error instanceof GivenUp) && !isMetAgain(error)) throw error;
      })
      .finally(() => {
        this.#looking = false;
      });
  }

  #tellOthers(count: number): void {
    const { staged, workspace } = this;
    const { toldOfOthers } = staged.work;
    staged.keep({ byOthers: count, toldOfOthers: count > 0 });
    if (count === 0) return;
    const { notices } = workspace.outbox;
    // An import that was gone on with says all of it in one.
    if (toldOfOthers)
      for (const { id, message } of notices.all()) if (saysByOthers(message)) notices.putAway(id);
    const sentence = byOthersSentence(staged.work.entity, count, workspace.actor.role);
    notices.add(sentence, new Date().toISOString());
    this.#settings.session.open?.sync.outboxChanged();
    this.tell(0, null);
  }

  tell(done: number, total: number | null): void {
    const { id, going } = this.staged.work;
    this.#settings.events.emit('import', { id, busy: going, done, total });
  }

  #begin(work: () => Promise<void>): void {
    const { staged } = this;
    this.#wanted = new AbortController();
    const begun = work()
      .catch((error: unknown) => {
        if (error instanceof GivenUp || !staged.open) return;
        this.#brokeOff(error);
        throw error;
      })
      .finally(() => {
        if (this.#work === begun) this.#work = null;
        if (staged.open) this.tell(0, null);
      });
    this.#work = begun;
    // Whoever waits hears of it; the window is told by the state.
    begun.catch(() => undefined);
  }

  /** What has come in stays, and the rest can be gone on with; a file that is not read or judged to its end cannot. */
  #brokeOff(error: unknown): void {
    const { staged } = this;
    const isRun = staged.work.going === 'running';
    const then = isRun ? ', then go on with the rest.' : ', then choose the file again.';
    const other = error instanceof PlainError ? error.message : UNEXPECTED;
    const why = isDiskRefusal(error) ? diskSentence(error, then) : other;
    // What a full disk does not take is tried once more when the desk is opened again.
    if (isRun) staged.keepForNow({ going: null, step: 'report', stopped: true, why });
    else staged.keepForNow({ going: null, step: 'file', problem: why });
  }

  /** Gives a way to let others have their turn, which throws as soon as the work is given up. */
  #turns(): () => Promise<void> {
    const { signal } = this.#wanted;
    return async () => {
      await nextTurn();
      if (signal.aborted || !this.staged.open) throw new GivenUp();
    };
  }

  async #readFile(): Promise<void> {
    const { staged, workspace } = this;
    const { signal } = this.#wanted;
    const turn = this.#turns();
    staged.forgetCells();
    let form: FileForm | null = null;
    let [count, width] = [0, 0];
    const telling = this.#telling();
    const { heading, ...asked } = staged.work.asked;
    const problem = await readFileInWorker(
      { path: staged.bytesPath, ...withoutUndefined({ ...asked, key: staged.bytesKey }) },
      {
        form: (found) => {
          form = found;
        },
        rows: async (rows) => {
          for (let at = 0; at < rows.length; at += AT_ONCE) {
            await turn();
            staged.addCells(rows.slice(at, at + AT_ONCE));
          }
          count += rows.length;
          for (const [, cells] of rows) width = Math.max(width, widthOf(cells));
          telling(count, null);
        },
      },
      signal,
      this.#settings.reader,
    );
    await turn();
    const why = problem ?? (count === 0 ? NOTHING_IN_IT : null);
    if (why !== null) {
      staged.forgetCells();
      const nothing = { head: [], columns: [], said: null, heading: 0, divided: null, readings: 0 };
      staged.keep({ problem: why, going: null, step: 'file', form, ...nothing });
      return;
    }
    const isDivided = (form as FileForm | null)?.kind === 'csv';
    const found = fileColumns(staged, workspace.actor.role, heading, { width, isDivided });
    staged.keep({ ...found, said: null, form, problem: null, going: null, step: 'columns', readings: 0 });
  }

  async #judgeRows(): Promise<void> {
    const { staged, judge } = this;
    const turn = this.#turns();
    const telling = this.#telling();
    const total = staged.countBelowHeading();
    let after = staged.lastJudged() ?? staged.work.heading;
    let done = total - staged.countBelow(after);
    for (;;) {
      await turn();
      if (!this.workspace.cache.open) throw new GivenUp();
      const rows = staged.cellsAfter(after, AT_ONCE);
      if (rows.length === 0) break;
      const until = performance.now() + SLICE_MS;
      staged.transaction(() => {
        for (const [row, cells] of rows) {
          staged.judged(row, judge.judge(row, cells), fold);
          after = row;
          done += 1;
          if (performance.now() > until) break;
        }
      });
      telling(done, total);
    }
    staged.keep({ going: null });
  }

  async #makeRecords(): Promise<void> {
    const { staged, workspace } = this;
    const { session, events, made } = this.#settings;
    const given = this.#turns();
    const run = new ImportRun({
      workspace,
      events,
      staged,
      turn: async () => {
        await given();
        const { open } = session;
        const isHere = open?.workspace === workspace && !open.sync.isEnding && workspace.cache.open;
        // It goes on as soon as the data is here.
        if (!isHere || !workspace.cache.position.complete) throw new GivenUp();
      },
      progress: this.#telling(),
      isStopped: () => this.#isStopped,
      appended: () => session.open?.sync.outboxChanged(),
    });
    if (staged.work.set !== null) made(staged.work.set);
    await run.go();
    staged.keep({ going: null, step: 'report', stopped: this.#isStopped, why: null });
    // Where nothing more is to be sent, nothing else would say when.
    this.lookForOthers();
  }

  #telling(): (done: number, total: number | null) => void {
    let toldAt = 0;
    return (done, total) => {
      if (performance.now() - toldAt < TELL_EVERY_MS) return;
      toldAt = performance.now();
      this.tell(done, total);
    };
  }
}

/** Whether what nobody has asked for may come to nothing: whoever asks next meets the disk or the damage, and deals with it. */
export const isMetAgain = (error: unknown): boolean =>
  isDiskRefusal(error) || isDamage(error) || error instanceof PlainError;

/** Up to the last cell that holds something. */
const widthOf = (cells: readonly KeptCell[]): number =>
  cells.findLastIndex((cell) => !isEmptyCell(cellOf(cell))) + 1;

function withoutUndefined<Of extends object>(
  given: Of,
): { [Name in keyof Of]: Exclude<Of[Name], undefined> } {
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as never;
}

const NOTHING_IN_IT = 'There are no rows in this file. Choose another one, or another sheet.';
const UNEXPECTED = 'Something went wrong with this file. Put the import away and choose the file again.';
