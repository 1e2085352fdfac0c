import Papa from 'papaparse';
import { DELIMITERS } from '#shared/protocol/import.ts';
import type { ReadAsked } from './reader-messages.ts';
import type { RowSender } from './row-sender.ts';
import { decoded, encodingOf } from './text-encoding.ts';

/** Rows by which the delimiter is found. */
const LOOKED_AT = 20;

/** Reads a CSV file. @throws FileProblem */
export function readCsv(bytes: Buffer, asked: ReadAsked, sender: RowSender): void {
  const encoding = asked.encoding ?? encodingOf(bytes);
  const text = decoded(bytes, encoding);
  const delimiter = asked.delimiter ?? delimiterOf(text);
  sender.say({ type: 'form', form: { kind: 'csv', encoding, delimiter, sheets: [], sheet: null } });
  let row = 0;
  Papa.parse<string[]>(text, {
    delimiter,
    step: ({ data }) => {
      row += 1;
      sender.add(row, data);
    },
  });
  sender.end();
}

/** The delimiter that divides most of the first rows into the same number of cells, and into the most of them. */
function delimiterOf(text: string): (typeof DELIMITERS)[number] {
  let best: { delimiter: (typeof DELIMITERS)[number]; score: number } = { delimiter: ',', score: 0 };
  const start = text.slice(0, 65_536);
  for (const delimiter of DELIMITERS) {
    const { data } = Papa.parse<string[]>(start, { delimiter, preview: LOOKED_AT, skipEmptyLines: true });
    const widths = data.map(({ length }) => length);
    const width = widths.toSorted((one, other) => one - other)[Math.floor(widths.length / 2)] ?? 1;
    const alike = widths.filter((each) => each === width).length;
    const score = width < 2 ? 0 : (alike / widths.length) * 100 + Math.min(width, 50);
    if (score > best.score) best = { delimiter, score };
  }
  return best.delimiter;
}
