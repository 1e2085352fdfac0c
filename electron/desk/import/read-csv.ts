import Papa from 'papaparse';
import { DELIMITERS } from '#shared/protocol/import.ts';
import { FileProblem, openQuote, PROBLEMS } from './file-kind.ts';
import type { ReadAsked } from './reader-messages.ts';
import type { RowSender } from './row-sender.ts';
import { encodingOf, textPieces } from './text-encoding.ts';

/** Rows by which the delimiter is found. */
const LOOKED_AT = 20;
/** Letters of one row, far more than all its cells may have. */
const LONGEST_ROW = 16 * 1_024 * 1_024;

/**
 * Reads a CSV file piece by piece. Line ends of all kinds may be mixed.
 * @throws FileProblem also where a quotation mark would swallow the rows below it
 */
export function readCsv(bytes: Buffer, asked: ReadAsked, sender: RowSender): void {
  const encoding = asked.encoding ?? encodingOf(bytes);
  const pieces = textPieces(bytes, encoding);
  let rest = pieces.next().value ?? '';
  const delimiter = asked.delimiter ?? delimiterOf(rest);
  sender.say({ type: 'form', form: { kind: 'csv', encoding, delimiter, sheets: [], sheet: null } });
  let row = 0;
  for (let isLast = false; !isLast;) {
    const next = pieces.next();
    isLast = next.done === true;
    const parser = new Papa.Parser({ delimiter, newline: '\n' });
    const { data, errors, meta } = parser.parse(rest, 0, !isLast) as Papa.ParseResult<string[]>;
    const faults = new Map(errors.map((error) => [error.row, error.code]));
    for (const [at, cells] of data.entries()) {
      row += 1;
      const fault = faults.get(at);
      if (fault === 'MissingQuotes' || (fault === 'InvalidQuotes' && cells.some(hasLines)))
        throw new FileProblem(openQuote(row));
      sender.add(row, cells, true);
    }
    rest = rest.slice(meta.cursor) + (next.value ?? '');
    if (rest.length > LONGEST_ROW) throw new FileProblem(PROBLEMS.row);
  }
  sender.end();
}

const hasLines = (cell: string): boolean => cell.includes('\n');

/** The delimiter that divides most of the first rows into the same number of cells, and into the most of them. */
function delimiterOf(text: string): (typeof DELIMITERS)[number] {
  let best: { delimiter: (typeof DELIMITERS)[number]; score: number } = { delimiter: ',', score: 0 };
  const start = text.slice(0, 65_536);
  for (const delimiter of DELIMITERS) {
    const { data } = Papa.parse<string[]>(start, {
      delimiter,
      newline: '\n',
      preview: LOOKED_AT,
      skipEmptyLines: true,
    });
    const widths = data.map(({ length }) => length);
    const width = widths.toSorted((one, other) => one - other)[Math.floor(widths.length / 2)] ?? 1;
    const alike = widths.filter((each) => each === width).length;
    const score = width < 2 ? 0 : (alike / widths.length) * 100 + Math.min(width, 50);
    if (score > best.score) best = { delimiter, score };
  }
  return best.delimiter;
}
