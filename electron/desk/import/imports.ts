import { existsSync } from 'node:fs';
import { formatNumber } from '#shared/format/numbers.ts';
import { mayCreate } from '#shared/access/permissions.ts';
import { inSentence } from '#shared/format/label-in-sentence.ts';
import { fold } from '#shared/import/fold.ts';
import { importableFields } from '#shared/import/importable-fields.ts';
import { isFilledPlainly } from '#shared/import/joined-columns.ts';
import { entityOf } from '#shared/model/entities.ts';
import { fieldOf } from '#shared/model/entity.ts';
import type { Params } from '#shared/protocol/bridge.ts';
import type { ExportResult } from '#shared/protocol/list-calls.ts';
import { PlainError } from '#shared/protocol/errors.ts';
import type {
  ImportCounts,
  ImportPage,
  ImportResult,
  ImportRow,
  ImportState,
  SaidColumns,
} from '#shared/protocol/import.ts';
import { KNOWN_CHOICES } from '#shared/protocol/import.ts';
import type { ChosenPlace } from '../export/list-export.ts';
import { assertMayHave } from '../records/change-rules.ts';
import { validated } from '../records/change-checks.ts';
import type { Session } from '../session/session.ts';
import { isDiskRefusal } from '../storage/disk-trouble.ts';
import { eraseImport } from '../storage/import-files.ts';
import type { DeskEvents } from '../workspace/desk-events.ts';
import type { Workspace } from '../workspace/workspace.ts';
import type { ErasedPeople } from '../workspace/erased-people.ts';
import { ColumnMemory } from './column-memory.ts';
import { forgetPeople } from './forget-people.ts';
import { importRow, plainName } from './import-state.ts';
import { writeLeftOut } from './left-out-file.ts';
import { isMetAgain, OngoingImport } from './ongoing-import.ts';
import type { ImportWork } from './import-work.ts';
import { StagedRows } from './staged-rows.ts';

/** Rows that may be judged anew because one of the same person was mended. */
const MOST_SHARING = 500;

/** Asks the user where a file of that name goes; null where the user decides against it. */
interface SavePlaces {
  chooseSavePlace: (fileName: string) => Promise<ChosenPlace | null>;
}

/**
 * The import of a user: one at a time, kept on this computer from the file to the report. These are the calls of the
 * bridge; what reads, judges and makes records goes on by itself (`OngoingImport`).
 */
export class Imports {
  readonly #session: Session;
  readonly #events: DeskEvents;
  readonly #host: SavePlaces;
  readonly #made: (set: string) => void;
  readonly #reader: string | undefined;
  #here: OngoingImport | null = null;
  /** Where it was looked whether there is an import. */
  /** Workspaces of which is heard who is erased. */
  readonly #heard = new WeakSet<Workspace>();
  #looked: Workspace | null = null;

  /**
   * @param made told of the change set of a run as it begins
   * @param reader program of the worker that reads files, where it is another than the sources have
   */
  constructor(
    session: Session,
    events: DeskEvents,
    host: SavePlaces,
    made: (set: string) => void,
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
    return this.#current()?.state ?? null;
  }

  /** @throws PlainError `forbidden`, `conflict` while there is another */
  open({ id, entity, fileName, size }: Params<'import.open'>): ImportState {
    const { workspace } = this.#session.require();
    const definition = entityOf(entity);
    if (!mayCreate(definition, workspace.actor.role))
      throw new PlainError('forbidden', `Your role may not add ${inSentence(definition.plural)}`);
    const before = this.#current();
    if (before?.staged.work.id === id) return before.state;
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
      divided: null,
      head: [],
      columns: [],
      fixed: {},
      meanings: {},
      said: null,
      choice: 'skip',
      set: null,
      stopped: false,
      why: null,
      takenOut: false,
      byOthers: null,
      toldOfOthers: false,
      readings: 0,
    };
    const staged = StagedRows.begin(workspace, work);
    return this.#hold(workspace, staged).state;
  }

  /** @throws PlainError `bad-request` for a piece that is not the next one */
  bytes({ id, at, base64 }: Params<'import.bytes'>): ImportState {
    const here = this.#require(id);
    const { staged } = here;
    const { received, size, going } = staged.work;
    const piece = Buffer.from(base64, 'base64');
    if (going !== 'receiving' || at !== received || piece.length === 0 || received + piece.length > size)
      throw new PlainError('bad-request', 'This is not the next piece of the file. Choose the file again.');
    staged.addBytes(at, piece);
    staged.keep({ received: received + piece.length });
    if (staged.work.received === size) here.read();
    else here.tell(staged.work.received, size);
    return here.state;
  }

  /** @throws PlainError `conflict` once records were made */
  read({ id, ...asked }: Params<'import.read'>): Promise<ImportState> {
    const here = this.#require(id);
    const { staged } = here;
    return here.inTurn(async () => {
      this.#require(id);
      if (staged.work.going === 'receiving') throw new PlainError('conflict', STILL_RECEIVING);
      assertNotRun(staged);
      if (!existsSync(staged.bytesPath)) throw new PlainError('conflict', FILE_ERASED);
      await here.end();
      this.#require(id);
      const { encoding, delimiter, sheet, heading } = asked;
      staged.keep({
        asked: {
          ...(encoding === undefined ? {} : { encoding }),
          ...(delimiter === undefined ? {} : { delimiter }),
          ...(sheet === undefined ? {} : { sheet }),
          ...(heading === undefined ? {} : { heading }),
        },
        readings: 0,
      });
      here.read();
      return here.state;
    });
  }

  /** @throws PlainError `forbidden`, `bad-request`, `invalid` for a fixed value; `conflict` once records were made */
  columns(given: Params<'import.columns'>): Promise<ImportState> {
    const here = this.#require(given.id);
    return here.inTurn(() => this.#setColumns(this.#require(given.id), given));
  }

  async #setColumns(
    here: OngoingImport,
    { id, fields, fixed, meanings }: Params<'import.columns'>,
  ): Promise<ImportState> {
    const { staged, workspace } = here;
    assertRead(staged);
    assertNotRun(staged);
    const { entity, columns } = staged.work;
    const definition = entityOf(entity);
    assertMayFill(here, { fields, fixed, meanings });
    if (fields.length !== columns.length || !isFilledPlainly(fields, (name) => fieldOf(definition, name)))
      throw new PlainError(
        'bad-request',
        'Each column is one field, and each field one column; texts and numbers to call may have several.',
      );
    const values = validated(definition, fixed, undefined, 'update');
    assertMayHave(workspace.reader, definition, values);
    await here.end();
    this.#require(id);
    const headings = columns.map(({ heading }) => heading);
    if (staged.work.heading > 0) new ColumnMemory(staged.place).keep(entity, headings, fields);
    staged.transaction(() => {
      staged.forgetJudged();
      staged.keep({
        columns: columns.map((column, at) => ({ ...column, field: fields[at] ?? null })),
        fixed: Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null)),
        meanings,
        said: null,
        step: 'preview',
        going: 'judging',
      });
    });
    here.judgeAll();
    return here.state;
  }

  /** @throws PlainError `forbidden`, `bad-request`; `conflict` where there are no columns to speak of any more */
  say({ id, said }: Params<'import.say'>): ImportState {
    const here = this.#require(id);
    const { staged } = here;
    assertRead(staged);
    assertNotRun(staged);
    if (said) {
      assertMayFill(here, said);
      if (said.fields.length !== staged.work.columns.length)
        throw new PlainError('bad-request', OTHER_COLUMNS);
    }
    staged.keep({ said });
    here.tell(0, null);
    return here.state;
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
    const { judge } = here;
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
    here.tell(0, null);
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
    here.tell(0, null);
    return here.state;
  }

  /** @throws PlainError `conflict` while something else goes on; `unavailable` where it is interrupted: it goes on by itself */
  async run({ id, shown }: Params<'import.run'>): Promise<ImportResult> {
    const here = this.#require(id);
    const { staged, workspace } = here;
    if (staged.work.going !== 'running') {
      assertQuiet(staged);
      assertRead(staged);
      if (staged.work.step === 'columns') throw new PlainError('conflict', 'Say first what the columns are.');
      if (here.state.result?.wasUndone === true) throw new PlainError('conflict', WAS_UNDONE);
      if (!workspace.cache.position.complete) throw new PlainError('unavailable', NOT_ALL_HERE);
      if (shown && !doesAsShown(staged.counts(), shown)) throw new PlainError('conflict', DOES_OTHERWISE);
      staged.keep({ going: 'running', step: 'run', stopped: false, why: null });
      here.run(true);
    }
    await here.over();
    if (!staged.open || staged.work.going === 'running') throw new PlainError('unavailable', INTERRUPTED);
    const { result } = here.state;
    if (!result) throw new PlainError('unavailable', INTERRUPTED);
    return result;
  }

  /** It ends after the part that is under way. */
  async stop({ id }: Params<'import.stop'>): Promise<ImportState> {
    await this.#require(id).stop();
    return this.#require(id).state;
  }

  /**
   * Takes changes back. A run of them ends first, since what it made afterwards would stay; the report tells of it.
   * @param set the change set that is taken back
   */
  async besideUndo<Undone>(set: string, undo: () => Promise<Undone>): Promise<Undone> {
    const here = this.#current();
    if (!here) return undo();
    if (here.staged.work.set === set) await here.stop();
    const wasKept = here.isKept;
    const undone = await undo();
    if (here.staged.open) {
      if (wasKept && !here.isKept) here.staged.keep({ takenOut: true });
      here.tell(0, null);
    }
    return undone;
  }

  /** @throws PlainError `unavailable` where the file cannot be written */
  async leftOut({ id, format }: Params<'import.leftOut'>): Promise<ExportResult> {
    const { staged } = this.#require(id);
    assertQuiet(staged);
    return writeLeftOut(staged, format, (name) => this.#host.chooseSavePlace(name));
  }

  putAway({ id }: Params<'import.putAway'>): Promise<null> {
    const here = this.#require(id);
    return here.inTurn(async () => {
      this.#require(id);
      await here.stop();
      await here.end();
      const { folder } = here.staged;
      here.close();
      if (this.#here === here) this.#here = null;
      eraseImport(folder);
      return null;
    });
  }

  /** The import of the signed-in user; null where there is none. */
  #current(): OngoingImport | null {
    const workspace = this.#session.open?.workspace;
    if (!workspace) return null;
    if (!this.#heard.has(workspace)) {
      this.#heard.add(workspace);
      workspace.whenErased((people) => new ColumnMemory(workspace).forget(people));
    }
    if (this.#here?.workspace === workspace && this.#here.staged.open) return this.#here;
    if (this.#looked === workspace) return null;
    const staged = StagedRows.open(workspace);
    this.#looked = workspace;
    if (!staged) return null;
    if (staged.work.going === 'receiving') {
      // Whoever sent the file is gone.
      staged.close();
      eraseImport(workspace.folder);
      return null;
    }
    return this.#hold(workspace, staged);
  }

  #hold(workspace: Workspace, staged: StagedRows): OngoingImport {
    const here = new OngoingImport({
      workspace,
      staged,
      session: this.#session,
      events: this.#events,
      made: this.#made,
      reader: this.#reader,
    });
    this.#here = here;
    this.#looked = workspace;
    workspace.whenErased((people) => this.#forget(here, people));
    workspace.whenClosing(() => {
      here.close();
      if (this.#here === here) this.#here = null;
    });
    return here;
  }

  /** Of people who are erased nothing stays; where it cannot be told what is theirs, the import is put away. */
  #forget(here: OngoingImport, people: ErasedPeople): void {
    const { staged, workspace } = here;
    if (!staged.open) return;
    const gone = forgotten(staged, people);
    if (gone === 0) return;
    const { notices } = workspace.outbox;
    const at = new Date().toISOString();
    if (gone !== null) {
      notices.add(gone === 1 ? ROW_ERASED : `${formatNumber(gone)} ${ROWS_ERASED}`, at);
      here.tell(0, null);
      return;
    }
    notices.add(PUT_AWAY, at);
    here.close();
    if (this.#here === here) this.#here = null;
    eraseImport(staged.folder);
    here.tell(0, null);
  }

  #require(id: string): OngoingImport {
    this.#session.require();
    const here = this.#current();
    if (here?.staged.work.id === id) return here;
    throw new PlainError('not-found', 'This import is not there any more. Choose the file again.');
  }

  /** The row, where it may still be mended. */
  #openRow({ staged }: OngoingImport, row: number): NonNullable<ReturnType<StagedRows['row']>> {
    assertQuiet(staged);
    const found = staged.row(row);
    if (!found) throw new PlainError('not-found', NO_ROW);
    if (found.state === 'done') throw new PlainError('conflict', 'This row has come in. Change the record.');
    return found;
  }

  #goOn(): void {
    try {
      const here = this.#current();
      here?.goOn();
      here?.tellRefused();
      here?.lookForOthers();
    } catch (error) {
      if (!isMetAgain(error)) throw error;
    }
  }
}

/** @throws PlainError `forbidden` */
function assertMayFill({ staged, workspace }: OngoingImport, { fields, fixed, meanings }: SaidColumns): void {
  const definition = entityOf(staged.work.entity);
  const may = new Map(importableFields(definition, workspace.actor.role));
  for (const name of [...fields, ...Object.keys(fixed), ...Object.keys(meanings)]) {
    if (name === null || may.has(name)) continue;
    const label = Object.hasOwn(definition.fields, name) ? fieldOf(definition, name).label : name;
    throw new PlainError('forbidden', `A file cannot fill ${label.slice(0, 60)}`);
  }
}

/** Rows that can be looked at no more are put away with all the others. */
function forgotten(staged: StagedRows, people: ErasedPeople): number | null {
  try {
    return forgetPeople(staged, people);
  } catch (error) {
    // It is heard once more, when there is room.
    if (isDiskRefusal(error)) throw error;
    return null;
  }
}

const doesAsShown = (now: ImportCounts, shown: NonNullable<Params<'import.run'>['shown']>): boolean =>
  now.new === shown.new &&
  now.doubles === shown.doubles &&
  KNOWN_CHOICES.every((choice) => now.choices[choice] === shown.choices[choice]);

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

const ROW_ERASED = 'A row of the import was about a person who has been erased. It is not in it any more.';
const ROWS_ERASED = 'rows of the import were about people who have been erased. They are not in it any more.';
const PUT_AWAY =
  'The import was put away, because its file may be about a person who has been erased. What has come in stays: choose the file again for the rest.';
const FILE_ERASED =
  'A person in this file has been erased, so the file itself is not kept any more. Choose it again to have it read in another way.';
const NO_ROW = 'The file has no such row.';
const OTHER_COLUMNS = 'The file has other columns now. Look at them again.';
const DOES_OTHERWISE = 'Another window has changed this import. Look at what it does now, and import then.';
const STILL_RECEIVING = 'The file is still on its way. Wait until it is here.';
const NOT_ALL_HERE = 'Your data is still being fetched. Try again when it is all here.';
const INTERRUPTED =
  'This was interrupted. It goes on by itself when your data is here again; where your session has ended, a notice says how far it came.';
const WAS_UNDONE = 'What had come in was undone meanwhile. Choose the file again for the rest.';
