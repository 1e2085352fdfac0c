import { indianDate } from '#shared/format/dates.ts';
import type { Database, Transaction } from '../database/database.ts';
import { audit, type AuditEntry } from './record.ts';

/** So many lines of a kind a user has in a day. */
const LINES_A_DAY = 200;

/** What a line says of so many rows. */
type LineOf = (rows: number) => AuditEntry;

interface Kind {
  lines: number;
  /** Rows that the lines of the day tell of. */
  told: number;
  untold: number;
  lineOf: LineOf;
}

/**
 * Lines of what users do again and again. After some hundred of a kind in a day one comes each time that it would tell of as
 * many rows as all before it: nobody fills the log, or hides among thousands of lines what they did. Each server process counts
 * for itself, from its start.
 */
class ToldLines {
  #day = '';
  #kinds = new Map<string, Kind>();

  /** Writes the line, or keeps its rows for a later one, in the transaction of what was done. */
  async tell(trx: Transaction, whose: string, rows: number, lineOf: LineOf): Promise<void> {
    const day = indianDate(new Date().toISOString());
    if (day !== this.#day) await this.tellRest(trx);
    this.#day = day;
    const { lines, told, untold } = this.#kinds.get(whose) ?? { lines: 0, told: 0, untold: 0 };
    const now = untold + rows;
    const isTold = lines < LINES_A_DAY || now >= told;
    this.#kinds.set(
      whose,
      isTold
        ? { lines: lines + 1, told: told + now, untold: 0, lineOf }
        : { lines, told, untold: now, lineOf },
    );
    if (isTold) await audit(trx, lineOf(now));
  }

  /** What no line tells of yet: the day is over, or the server ends. */
  async tellRest(trx: Transaction): Promise<void> {
    const kinds = this.#kinds;
    this.#kinds = new Map();
    for (const { untold, lineOf } of kinds.values()) if (untold > 0) await audit(trx, lineOf(untold));
  }

  get hasRest(): boolean {
    return [...this.#kinds.values()].some(({ untold }) => untold > 0);
  }
}

const known = new WeakMap<Database, ToldLines>();

export function toldLinesOf(database: Database): ToldLines {
  const lines = known.get(database) ?? new ToldLines();
  known.set(database, lines);
  return lines;
}

/** Before the server ends. */
export async function tellRestOf(database: Database): Promise<void> {
  const lines = toldLinesOf(database);
  if (lines.hasRest) await database.write((trx) => lines.tellRest(trx));
}
