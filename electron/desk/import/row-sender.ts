import type { MessagePort } from 'node:worker_threads';
import { MOST_IMPORT_COLUMNS, MOST_IMPORT_ROWS } from '#shared/protocol/import.ts';
import { visibleText } from '#shared/format/visible-text.ts';
import { FileProblem, PROBLEMS } from './file-kind.ts';
import {
  BATCHES_AHEAD,
  MOST_CELL_LETTERS,
  type KeptCell,
  type KeptRow,
  type ReaderSays,
} from './reader-messages.ts';

/** Letters of a batch, and rows of it. */
const BATCH_LETTERS = 262_144;
const BATCH_ROWS = 500;
/** Letters of a whole file; a workbook names one long text in a million cells for next to nothing. */
const MOST_LETTERS = 300_000_000;
/** As many rows as a spreadsheet has. */
const LAST_ROW = 1_048_576;
/** The headings are in one of these rows. */
const MOST_HEADING = 100;
/** What is not to be kept as text: a NUL, and halves of letters. */
const NOT_STORABLE = /\0|[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/g;

/** Sends the rows of a file to the desk, batch by batch, and waits while the desk is behind. */
export class RowSender {
  readonly #port: MessagePort;
  readonly #taken: Int32Array;
  readonly #given = new Set<number>();
  #sent = 0;
  #rows: KeptRow[] = [];
  #letters = 0;
  #allLetters = 0;

  constructor(port: MessagePort, taken: SharedArrayBuffer) {
    this.#port = port;
    this.#taken = new Int32Array(taken);
  }

  say(message: ReaderSays): void {
    this.#port.postMessage(message);
  }

  /**
   * @param row its number in the file, from 1
   * @param isDivided how many cells it has is said by the signs between them: of the headings empty ones count too
   * @throws FileProblem where there is more than may be
   */
  add(row: number, cells: readonly unknown[], isDivided = false): void {
    // Which of two rows of one number is meant nobody can say, and one would be lost.
    if (!Number.isSafeInteger(row) || row < 1 || this.#given.has(row))
      throw new FileProblem(PROBLEMS.damaged);
    if (row > LAST_ROW) throw new FileProblem(PROBLEMS.rows);
    let last = cells.length - 1;
    while (last >= 0 && isEmpty(cells[last])) last -= 1;
    if (last < 0) return;
    if (row > MOST_IMPORT_ROWS) throw new FileProblem(PROBLEMS.rows);
    if (last >= MOST_IMPORT_COLUMNS) throw new FileProblem(PROBLEMS.columns);
    this.#given.add(row);
    if (isDivided && row <= MOST_HEADING) last = Math.min(cells.length, MOST_IMPORT_COLUMNS) - 1;
    const kept: KeptCell[] = [];
    for (let at = 0; at <= last; at += 1) {
      const cell = keptCell(cells[at]);
      this.#letters += typeof cell === 'string' ? cell.length : 8;
      kept.push(cell);
    }
    this.#rows.push([row, kept]);
    if (this.#letters >= BATCH_LETTERS || this.#rows.length >= BATCH_ROWS) this.#send();
  }

  end(): void {
    this.#send();
    this.say({ type: 'end' });
  }

  #send(): void {
    if (this.#rows.length === 0) return;
    this.#allLetters += this.#letters;
    if (this.#allLetters > MOST_LETTERS) throw new FileProblem(PROBLEMS.text);
    this.say({ type: 'rows', rows: this.#rows });
    this.#rows = [];
    this.#letters = 0;
    this.#sent += 1;
    for (;;) {
      const taken = Atomics.load(this.#taken, 0);
      if (this.#sent - taken < BATCHES_AHEAD) return;
      Atomics.wait(this.#taken, 0, taken);
    }
  }
}

const isEmpty = (cell: unknown): boolean =>
  cell === null || cell === undefined || (typeof cell === 'string' && visibleText(cell).trim() === '');

function keptCell(cell: unknown): KeptCell {
  if (typeof cell === 'string') return cell.slice(0, MOST_CELL_LETTERS).replace(NOT_STORABLE, '');
  if (typeof cell === 'boolean') return cell;
  if (typeof cell === 'number') return Number.isFinite(cell) ? cell : null;
  if (cell instanceof Date) return Number.isNaN(cell.getTime()) ? null : { d: cell.toISOString() };
  return null;
}
