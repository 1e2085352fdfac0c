import { createHash } from 'node:crypto';
import type { ColumnValue } from '#shared/model/columns.ts';
import { PlainError } from '#shared/protocol/errors.ts';
import type { Database, Transaction } from '../database/database.ts';
import { gathered } from '../database/gathered.ts';
import type { Signer } from './signer.ts';

type Reader = Pick<Transaction, 'all' | 'dialect'>;

/** Where the log stood, and which log it was. */
export interface Place {
  epoch: string;
  seq: number;
  mark: string;
}

const LINE = ['seq', 'entity', 'recordId', 'kind', 'userId', 'deskId', 'at'] as const;
type Line = Record<(typeof LINE)[number], ColumnValue>;

/** The mark of a place before the first line. */
const START = 'start';

/**
 * Tells one history of the data from another that has the same numbers: after a snapshot of the server's machine was
 * put back, the log grows again, and its numbers stand for other changes. The mark of a number is a short hash of the
 * last line of the log up to it, so it differs wherever the histories do.
 */
export class Lineage {
  readonly #database: Database;
  readonly #signer: Signer;
  readonly #markOf: (seq: number) => Promise<string | undefined>;

  constructor(database: Database, signer: Signer) {
    this.#database = database;
    this.#signer = signer;
    this.#markOf = gathered((seqs: readonly number[]) => marksOf(database, seqs));
  }

  /** The mark of a number now; those who ask together are answered by one statement, and nothing is kept. */
  async mark(seq: number): Promise<string> {
    return (await this.#markOf(seq)) ?? START;
  }

  /** What a desk keeps to prove what this log has taken in, whatever becomes of the desk's copy of it. */
  receipt(seq: number, mark: string): string {
    return this.#signer.write('receipt', [this.#database.epoch, seq, mark]);
  }

  /**
   * Whether the receipt was given by this log. One that another server has signed was not: who moved the data without
   * the secret beside it has everything offered again once, which does no harm.
   * @param position where the log stands
   */
  async fits(receipt: string, position: number, reader?: Reader): Promise<boolean> {
    const signed = this.#signer.read('receipt', receipt);
    if (!signed?.genuine) return false;
    const [epoch, seq, mark] = signed.parts;
    if (epoch !== this.#database.epoch || typeof seq !== 'number' || seq > position) return false;
    const now = reader ? await markIn(reader, seq) : await this.mark(seq);
    // A line that is so old may be gone; nothing says that this log is another one.
    return now === mark || seq < (reader ? await prunedIn(reader) : await this.#database.prunedTo());
  }

  /**
   * Whether the desk that shows the receipt may have been told of changes that the data has lost since then: the server was
   * put back to an older state. A text of a desk's own making says nothing; but a restored server has a new secret, and
   * knows no receipt of before: it goes by what the receipt says, and by what it knows of the backup itself.
   * @param isOfBackup whether what is in question was so in the backup already, whose last number is given
   */
  async hasLost(
    receipt: string,
    position: number,
    isOfBackup: (from: number) => Promise<boolean>,
  ): Promise<boolean> {
    const signed = this.#signer.read('receipt', receipt);
    const [epoch, seq, mark] = signed?.parts ?? [];
    // Those of several desks are looked up together, and what is no number of a log would spoil that for all.
    if (!signed || typeof epoch !== 'string' || typeof seq !== 'number' || !Number.isSafeInteger(seq))
      return false;
    const isOfHere = epoch === this.#database.epoch;
    const from = await backupEnd(this.#database);
    // Up to the end of the backup its histories are the same.
    const shared = isOfHere ? position : (from ?? -1);
    if (seq <= shared && (mark === (await this.mark(seq)) || seq < (await this.#database.prunedTo())))
      return false;
    if (signed.genuine) return true;
    return !isOfHere && from !== null && (await isOfBackup(from));
  }

  /** @throws PlainError `restored` where the receipt was given by another log. */
  async assertFits(receipt: string | undefined, position: number, reader: Reader): Promise<void> {
    if (receipt === undefined || (await this.fits(receipt, position, reader))) return;
    throw new PlainError(
      'restored',
      'The server was put back to an older state. What it had taken in since then is sent again.',
    );
  }
}

/** Where the log stood when the data was last restored from a backup; null where it never was, as far as is known. */
export async function backupEnd(reader: Pick<Transaction, 'all'>): Promise<number | null> {
  const [row] = await reader.all<{ value: string }>(
    `SELECT "value" FROM "meta" WHERE "name" = 'epochFrom'`,
    [],
  );
  return row ? Number(row.value) : null;
}

/** `Database.prunedTo`, as the transaction sees it. */
async function prunedIn(reader: Reader): Promise<number> {
  const [row] = await reader.all<{ prunedTo: number | null }>('SELECT "prunedTo" FROM "log_position"');
  return Number(row?.prunedTo ?? 0);
}

/** The mark of a number, as the transaction sees the log. */
export async function markIn(reader: Reader, seq: number): Promise<string> {
  return (await marksOf(reader, [seq])).get(seq) ?? START;
}

async function marksOf(reader: Reader, seqs: readonly number[]): Promise<ReadonlyMap<number, string>> {
  // One bound value however many there are, so that the statement stays the same.
  const asked =
    reader.dialect === 'sqlite'
      ? 'SELECT "value" AS "asked" FROM json_each(?)'
      : 'SELECT json_array_elements_text(?::json)::bigint AS "asked"';
  const columns = LINE.map((name) => `c."${name}"`).join(', ');
  const rows = await reader.all<Line & { asked: number }>(
    `SELECT a."asked", ${columns} FROM (${asked}) AS a
     JOIN "change_log" c ON c."seq" = (SELECT MAX("seq") FROM "change_log" WHERE "seq" <= a."asked")`,
    [JSON.stringify(seqs)],
  );
  return new Map(rows.map((row) => [Number(row.asked), hashOf(row)]));
}

function hashOf(line: Line): string {
  const values = LINE.map((name) => (name === 'seq' ? Number(line[name]) : line[name]));
  return createHash('sha256').update(JSON.stringify(values)).digest('base64url').slice(0, 16);
}
