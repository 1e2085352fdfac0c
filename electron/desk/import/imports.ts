import { appendFileSync } from 'node:fs';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { mayCreate } from '#shared/access/permissions.ts';
import { inSentence } from '#shared/format/label-in-sentence.ts';
import { fold } from '#shared/import/fold.ts';
import { importableFields } from '#shared/import/importable-fields.ts';
import { entityOf } from '#shared/model/entities.ts';
import { fieldOf } from '#shared/model/entity.ts';
import type { Params } from '#shared/protocol/bridge.ts';
import type { ExportResult } from '#shared/protocol/list-calls.ts';
import { PlainError } from '#shared/protocol/errors.ts';
import type { ImportPage, ImportResult, ImportRow, ImportState } from '#shared/protocol/import.ts';
import type { SavePlace } from '../export/list-export.ts';
import { assertMayHave } from '../records/change-rules.ts';
import { validated } from '../records/change-checks.ts';
import type { Session } from '../session/session.ts';
import { eraseImport } from '../storage/import-files.ts';
import type { DeskEvents } from '../workspace/desk-events.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { ColumnMemory } from './column-memory.ts';
import { fileColumns } from './file-columns.ts';
import { ImportRun } from './import-run.ts';
import { importRow, importState, plainName } from './import-state.ts';
import { writeLeftOut } from './left-out-file.ts';
import type { FileForm } from './reader-messages.ts';
import { readFileInWorker } from './reading.ts';
import { RowJudge } from './row-judge.ts';
import { SLICE_MS } from './slices.ts';
import { StagedRows, type ImportWork } from './staged-rows.ts';

/** Progress is told so often, in milliseconds. */
const TELL_EVERY_MS = 200;
/** Rows that are read from the staged file at once. */
const AT_ONCE = 100;
/** Rows that may be judged anew because one of the same person was mended. */
const MOST_SHARING = 500;

/** Work that goes on by itself is over, because something else is done now. */
class GivenUp extends Error {}

/** Asks the user where a file of that name goes; null where the user decides against it. */
interface SavePlaces {
  chooseSavePlace: (fileName: string) => Promise<SavePlace | null>;
}

interface Here {
  workspace: Workspace;
  staged: StagedRows;
  /** What goes on now; it ends by itself when `generation` has moved on. */
  work: Promise<void> | null;
  generation: number;
  isStopped: boolean;
}

/**
 * The import of a user: one at a time, kept on this computer from the file to the report. What reads, judges and makes
 * records goes on by itself, in slices, and after a restart.
 */
export class Imports {
  readonly #session: Session;
  readonly #events: DeskEvents;
  readonly #host: SavePlaces;
  readonly #made: (set: string | null) => void;
  readonly #reader: string | undefined;
  #here: Here | null = null;
  /** Where it was looked whether there is an import. */
  #looked: Workspace | null = null;

  /**
   * @param made told of the change set of a run
   * @param reader program of the worker that reads files, where it is another than the sources have
   */
  constructor(
    session: Session,
    events: DeskEvents,
    host: SavePlaces,
    made: (set: string | null) => void,
    reader?: string,
  ) {
    this.#session = session;
    this.#events = events;
    this.#host = host;
    this.#made = made;
    this.#reader = reader;
    events.subscribe((event) => {
      if (event === 'session' || event === 'sync') this.#goOn();
    });
    this.#goOn();
  }

  state(): ImportState | null {
    this.#session.require();
    const here = this.#current();
    return here && this.#stateOf(here);
  }

  /** @throws PlainError `forbidden`, `conflict` while there is another */
  open({ id, entity, fileName, size }: Params<'import.open'>): ImportState {
    const { workspace } = this.#session.require();
    const definition = entityOf(entity);
    if (!mayCreate(definition, workspace.actor.role))
      throw new PlainError('forbidden', `Your role may not add ${inSentence(definition.plural)}`);
    const before = this.#current();
    if (before?.staged.work.id === id) return this.#stateOf(before);
    if (before)
      throw new PlainError('conflict', 'Another import is not finished. Finish it, or put it away first.');
    const work: ImportWork = {
      id,
      entity,
      fileName: plainName(fileName),
      size,
      received: 0,
      going: 'receiving',
      step: 'file',
      problem: null,
      asked: {},
      form: null,
      heading: 0,
      head: [],
      columns: [],
      fixed: {},
      meanings: {},
      choice: 'skip',
      set: null,
      stopped: false,
    };
    const staged = StagedRows.begin(workspace.folder, workspace.nativeBinding, work);
    return this.#stateOf(this.#hold(workspace, staged));
  }

  /** @throws PlainError `bad-request` for a piece that is not the next one */
  bytes({ id, at, base64 }: Params<'import.bytes'>): ImportState {
    const here = this.#require(id);
    const { staged } = here;
    const { received, size, going } = staged.work;
    const piece = Buffer.from(base64, 'base64');
    if (going !== 'receiving' || at !== received || piece.length === 0 || received + piece.length > size)
      throw new PlainError('bad-request', 'This is not the next piece of the file. Choose the file again.');
    appendFileSync(staged.bytesPath, piece);
    staged.keep({ received: received + piece.length });
    if (staged.work.received === size) this.#startReading(here);
    else this.#tell(here, staged.work.received, size);
    return this.#stateOf(here);
  }

  /** @throws PlainError `conflict` once records were made */
  async read({ id, ...asked }: Params<'import.read'>): Promise<ImportState> {
    const here = this.#require(id);
    const { staged } = here;
    if (staged.work.going === 'receiving') throw new PlainError('conflict', STILL_RECEIVING);
    assertNotRun(staged);
    await this.#end(here);
    const { encoding, delimiter, sheet, heading } = asked;
    staged.keep({
      asked: {
        ...(encoding === undefined ? {} : { encoding }),
        ...(delimiter === undefined ? {} : { delimiter }),
        ...(sheet === undefined ? {} : { sheet }),
        ...(heading === undefined ? {} : { heading }),
      },
    });
    this.#startReading(here);
    return this.#stateOf(here);
  }

  /** @throws PlainError `forbidden`, `bad-request`, `invalid` for a fixed value; `conflict` once records were made */
  async columns({ id, fields, fixed, meanings }: Params<'import.columns'>): Promise<ImportState> {
    const here = this.#require(id);
    const { staged, workspace } = here;
    assertRead(staged);
    assertNotRun(staged);
    const { entity, columns } = staged.work;
    const definition = entityOf(entity);
    const may = new Map(importableFields(definition, workspace.actor.role));
    for (const name of [...fields, ...Object.keys(fixed), ...Object.keys(meanings)]) {
      if (name === null || may.has(name)) continue;
      const label = Object.hasOwn(definition.fields, name) ? fieldOf(definition, name).label : name;
      throw new PlainError('forbidden', `A file cannot fill ${label.slice(0, 60)}`);
    }
    const chosen = fields.filter((name) => name !== null);
    if (fields.length !== columns.length || new Set(chosen).size !== chosen.length)
      throw new PlainError('bad-request', 'Each column is one field, and each field one column.');
    const values = validated(definition, fixed, undefined, 'update');
    assertMayHave(workspace.reader, definition, values);
    await this.#end(here);
    const headings = columns.map(({ heading }) => heading);
    if (staged.work.heading > 0) new ColumnMemory(staged.folder).keep(entity, headings, fields);
    staged.transaction(() => {
      staged.forgetJudged();
      staged.keep({
        columns: columns.map((column, at) => ({ ...column, field: fields[at] ?? null })),
        fixed: Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null)),
        meanings,
        step: 'preview',
        going: 'judging',
      });
    });
    this.#begin(here, () => this.#judge(here));
    return this.#stateOf(here);
  }

  rows({ id, state, offset, limit }: Params<'import.rows'>): ImportPage {
    const { staged } = this.#require(id);
    const rows = staged.page(state, offset, limit).map((row) => importRow(staged.work, row));
    return { rows, total: staged.total(state) };
  }

  /** @throws PlainError `conflict` while something goes on, or where the row has come in; `not-found` */
  mend({ id, row, column, text }: Params<'import.mend'>): ImportRow {
    const here = this.#require(id);
    const { staged } = here;
    const found = this.#openRow(here, row);
    if (column >= staged.work.columns.length)
      throw new PlainError('not-found', 'The file has no such column.');
    const cells = [...found.cells];
    while (cells.length <= column) cells.push(null);
    cells[column] = text;
    const judge = this.#judgeOf(here);
    staged.transaction(() => {
      const sharing = new Set(staged.sharing(row, MOST_SHARING));
      staged.setCells(row, cells);
      staged.judged(row, judge.judge(row, cells), fold);
      for (const other of staged.sharing(row, MOST_SHARING)) sharing.add(other);
      for (const other of [...sharing].sort((one, another) => one - another)) {
        if (staged.row(other)?.state === 'done') continue;
        staged.judged(other, judge.judge(other, staged.cellsOf(other) ?? []), fold);
      }
    });
    const mended = staged.row(row);
    if (!mended) throw new PlainError('not-found', NO_ROW);
    return importRow(staged.work, mended);
  }

  /** @throws PlainError as `mend` */
  choose({ id, choice, row }: Params<'import.choose'>): ImportState {
    const here = this.#require(id);
    assertQuiet(here.staged);
    if (row === undefined) here.staged.keep({ choice });
    else {
      this.#openRow(here, row);
      here.staged.choose(row, choice);
    }
    return this.#stateOf(here);
  }

  /** @throws PlainError `conflict` while something else goes on; `unavailable` where it is interrupted: it goes on by itself */
  async run({ id }: Params<'import.run'>): Promise<ImportResult> {
    const here = this.#require(id);
    const { staged, workspace } = here;
    if (staged.work.going !== 'running') {
      assertQuiet(staged);
      assertRead(staged);
      if (staged.work.step === 'columns') throw new PlainError('conflict', 'Say first what the columns are.');
      if (!workspace.cache.position.complete) throw new PlainError('unavailable', NOT_ALL_HERE);
      here.isStopped = false;
      staged.keep({ going: 'running', step: 'run', stopped: false });
      this.#begin(here, () => this.#makeRecords(here));
    }
    await here.work;
    if (!staged.open || staged.work.going === 'running') throw new PlainError('unavailable', INTERRUPTED);
    const { result } = this.#stateOf(here);
    if (!result) throw new PlainError('unavailable', INTERRUPTED);
    return result;
  }

  /** It ends after the part that is under way. */
  async stop({ id }: Params<'import.stop'>): Promise<ImportState> {
    const here = this.#require(id);
    if (here.staged.work.going === 'running') {
      here.isStopped = true;
      await here.work?.catch(() => undefined);
    }
    return this.#stateOf(this.#require(id));
  }

  /** @throws PlainError `unavailable` where the file cannot be written */
  async leftOut({ id, format }: Params<'import.leftOut'>): Promise<ExportResult> {
    const { staged } = this.#require(id);
    assertQuiet(staged);
    return writeLeftOut(staged, format, (name) => this.#host.chooseSavePlace(name));
  }

  async putAway({ id }: Params<'import.putAway'>): Promise<null> {
    const here = this.#require(id);
    here.isStopped = true;
    await this.#end(here);
    const { folder } = here.staged;
    here.staged.close();
    if (this.#here === here) this.#here = null;
    eraseImport(folder);
    return null;
  }

  #stateOf(here: Here): ImportState {
    return importState(here.staged);
  }

  /** The import of the signed-in user; null where there is none. */
  #current(): Here | null {
    const workspace = this.#session.open?.workspace;
    if (!workspace) return null;
    if (this.#here?.workspace === workspace && this.#here.staged.open) return this.#here;
    if (this.#looked === workspace) return null;
    this.#looked = workspace;
    const staged = StagedRows.open(workspace.folder, workspace.nativeBinding);
    if (!staged) return null;
    if (staged.work.going === 'receiving') {
      // Whoever sent the file is gone.
      staged.close();
      eraseImport(workspace.folder);
      return null;
    }
    return this.#hold(workspace, staged);
  }

  #hold(workspace: Workspace, staged: StagedRows): Here {
    const here: Here = { workspace, staged, work: null, generation: 0, isStopped: false };
    this.#here = here;
    this.#looked = workspace;
    workspace.whenClosing(() => {
      here.generation += 1;
      if (staged.open) staged.close();
      if (this.#here === here) this.#here = null;
    });
    return here;
  }

  #require(id: string): Here {
    this.#session.require();
    const here = this.#current();
    if (here?.staged.work.id === id) return here;
    throw new PlainError('not-found', 'This import is not there any more. Choose the file again.');
  }

  /** The row, where it may still be mended. */
  #openRow({ staged }: Here, row: number): NonNullable<ReturnType<StagedRows['row']>> {
    assertQuiet(staged);
    const found = staged.row(row);
    if (!found) throw new PlainError('not-found', NO_ROW);
    if (found.state === 'done') throw new PlainError('conflict', 'This row has come in. Change the record.');
    return found;
  }

  /** What a restart, or a sign-out, has interrupted. */
  #goOn(): void {
    const here = this.#current();
    if (!here || here.work) return;
    const { going } = here.staged.work;
    if (going === 'reading') this.#begin(here, () => this.#readFile(here));
    if (!here.workspace.cache.open || !here.workspace.cache.position.complete) return;
    if (going === 'judging') this.#begin(here, () => this.#judge(here));
    if (going === 'running') this.#begin(here, () => this.#makeRecords(here));
  }

  #begin(here: Here, work: () => Promise<void>): void {
    const begun = work()
      .catch((error: unknown) => {
        if (error instanceof GivenUp || !here.staged.open) return;
        const sentence = error instanceof PlainError ? error.message : UNEXPECTED;
        here.staged.keep({ problem: sentence, going: null });
        throw error;
      })
      .finally(() => {
        if (here.work === begun) here.work = null;
        if (here.staged.open) this.#tell(here, 0, null);
      });
    here.work = begun;
    // Whoever waits hears of it; the window is told by the state.
    begun.catch(() => undefined);
  }

  /** Ends what goes on. */
  async #end(here: Here): Promise<void> {
    here.generation += 1;
    await here.work?.catch(() => undefined);
  }

  /** Gives a way to let others have their turn, which throws as soon as the work is given up. */
  #turnOf(here: Here): () => Promise<void> {
    const { generation } = here;
    return async () => {
      await nextTurn();
      if (here.generation !== generation || !here.staged.open) throw new GivenUp();
    };
  }

  #startReading(here: Here): void {
    here.staged.keep({ going: 'reading', step: 'file', problem: null });
    this.#begin(here, () => this.#readFile(here));
  }

  async #readFile(here: Here): Promise<void> {
    const { staged, workspace } = here;
    const turn = this.#turnOf(here);
    staged.forgetCells();
    let form: FileForm | null = null;
    let [count, width] = [0, 0];
    const telling = this.#telling(here);
    const { heading, ...asked } = staged.work.asked;
    const problem = await readFileInWorker(
      { path: staged.bytesPath, ...withoutUndefined(asked) },
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
          for (const [, cells] of rows) width = Math.max(width, cells.length);
          telling(count, null);
        },
      },
      this.#reader,
    );
    await turn();
    const why = problem ?? (count === 0 ? NOTHING_IN_IT : null);
    if (why !== null) {
      staged.forgetCells();
      staged.keep({ problem: why, going: null, step: 'file', form, head: [], columns: [], heading: 0 });
      return;
    }
    const found = fileColumns(staged, workspace.actor.role, heading, width);
    staged.keep({ ...found, form, problem: null, going: null, step: 'columns' });
  }

  #judgeOf({ workspace, staged }: Here): RowJudge {
    return new RowJudge(workspace, staged.work, (keys, row) => staged.firstWith(keys, row));
  }

  async #judge(here: Here): Promise<void> {
    const { staged } = here;
    const turn = this.#turnOf(here);
    const judge = this.#judgeOf(here);
    const telling = this.#telling(here);
    const total = staged.countBelow(staged.work.heading);
    let after = staged.lastJudged() ?? staged.work.heading;
    let done = total - staged.countBelow(after);
    for (;;) {
      await turn();
      if (!here.workspace.cache.open) throw new GivenUp();
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

  async #makeRecords(here: Here): Promise<void> {
    const { staged, workspace } = here;
    const given = this.#turnOf(here);
    const run = new ImportRun({
      workspace,
      events: this.#events,
      staged,
      turn: async () => {
        await given();
        const { open } = this.#session;
        const isHere = open?.workspace === workspace && !open.sync.isEnding && workspace.cache.open;
        if (!isHere || !workspace.cache.position.complete) {
          // It is looked for again as soon as the data is here.
          this.#looked = workspace;
          throw new GivenUp();
        }
      },
      progress: this.#telling(here),
      isStopped: () => here.isStopped,
      appended: () => this.#session.open?.sync.outboxChanged(),
    });
    await run.go();
    staged.keep({ going: null, step: 'report', stopped: here.isStopped });
    const { added, changed } = staged.outcomes();
    if (added + changed > 0) this.#made(staged.work.set);
  }

  #telling(here: Here): (done: number, total: number | null) => void {
    let toldAt = 0;
    return (done, total) => {
      if (performance.now() - toldAt < TELL_EVERY_MS) return;
      toldAt = performance.now();
      this.#tell(here, done, total);
    };
  }

  #tell({ staged }: Here, done: number, total: number | null): void {
    const { id, going } = staged.work;
    this.#events.emit('import', { id, busy: going, done, total });
  }
}

function assertQuiet(staged: StagedRows): void {
  if (staged.work.going !== null)
    throw new PlainError('conflict', 'The import is still at work. Wait for it, or stop it first.');
}

function assertRead(staged: StagedRows): void {
  if (staged.work.form === null || staged.work.step === 'file')
    throw new PlainError('conflict', 'The file has not been read yet.');
}

function assertNotRun({ work }: StagedRows): void {
  if (work.set !== null)
    throw new PlainError(
      'conflict',
      'Records were made of this file already. Undo them, and choose the file anew.',
    );
}

function withoutUndefined<Of extends object>(
  given: Of,
): { [Name in keyof Of]: Exclude<Of[Name], undefined> } {
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as never;
}

const NO_ROW = 'The file has no such row.';
const NOTHING_IN_IT = 'There are no rows in this file. Choose another one, or another sheet.';
const STILL_RECEIVING = 'The file is still on its way. Wait until it is here.';
const NOT_ALL_HERE = 'Your data is still being fetched. Try again when it is all here.';
const INTERRUPTED = 'This was interrupted. It goes on by itself when your data is here again.';
const UNEXPECTED = 'Something went wrong with this file. Put the import away and choose the file again.';
