import { headingRow } from '#shared/import/heading-row.ts';
import { importableFields } from '#shared/import/importable-fields.ts';
import { matchColumns } from '#shared/import/match-columns.ts';
import type { Role } from '#shared/access/roles.ts';
import { entityOf } from '#shared/model/entities.ts';
import type { ImportColumn } from '#shared/protocol/import.ts';
import { ColumnMemory } from './column-memory.ts';
import { textsOf } from './kept-cells.ts';
import type { StagedRows } from './staged-rows.ts';

/** Rows at the beginning of a file that are shown as they are, and by which its headings are found. */
const HEAD_ROWS = 20;
/** Rows below the headings that samples are taken from, samples of a column, and letters of one. */
const SAMPLED_ROWS = 50;
const SAMPLES = 3;
const SAMPLE_LETTERS = 80;
/** Letters of a cell of the head, which only shows what kind of file it is. */
const HEAD_LETTERS = 200;

export interface FileColumns {
  heading: number;
  /** Cells of the headings, empty ones too, where a row with more of them is not divided as it is meant; else null. */
  divided: number | null;
  head: string[][];
  columns: ImportColumn[];
}

/**
 * The head and the columns of a file that was read.
 * @param asked number of the row with the headings, where the user has said it
 * @param width columns of its widest row
 * @param isDivided whether its cells are so by the signs between them, as in a CSV file
 */
export function fileColumns(
  staged: StagedRows,
  role: Role,
  asked: number | undefined,
  { width, isDivided }: { width: number; isDivided: boolean },
): FileColumns {
  const { entity } = staged.work;
  const definition = entityOf(entity);
  const fields = importableFields(definition, role);
  const first = staged.cellsAfter(0, HEAD_ROWS).map(([row, cells]) => ({ row, cells: textsOf(cells) }));
  const heading = asked ?? headingRow(definition, fields, first);
  const named = textsOf(staged.cellsOf(heading) ?? []);
  const divided = isDivided && named.length > 1 ? named.length : null;
  const headings = Array.from({ length: width }, (_, at) => named[at]?.trim().slice(0, HEAD_LETTERS) ?? '');
  const remembered = heading === 0 ? null : new ColumnMemory(staged.place).read(entity, headings);
  const may = new Set(fields.map(([name]) => name));
  const matched = matchColumns(definition, fields, headings);
  const sampled = staged.cellsAfter(heading, SAMPLED_ROWS).map(([, cells]) => textsOf(cells));
  const columns = headings.map((text, at): ImportColumn => {
    const known = remembered?.[at] ?? null;
    const isRemembered = remembered !== null && (known === null || may.has(known));
    return {
      heading: text,
      samples: samplesOf(sampled, at),
      field: isRemembered ? known : (matched[at] ?? null),
      isRemembered,
    };
  });
  return { heading, divided, head: headOf(first, heading), columns };
}

/** The head and the samples anew, of the rows that are left; what the columns are stays. */
export function fileColumnsLeft(staged: StagedRows): Pick<FileColumns, 'head' | 'columns'> {
  const { heading, columns } = staged.work;
  const first = staged.cellsAfter(0, HEAD_ROWS).map(([row, cells]) => ({ row, cells: textsOf(cells) }));
  const sampled = staged.cellsAfter(heading, SAMPLED_ROWS).map(([, cells]) => textsOf(cells));
  return {
    head: headOf(first, heading),
    columns: columns.map((column, at) => ({ ...column, samples: samplesOf(sampled, at) })),
  };
}

function samplesOf(rows: readonly string[][], at: number): string[] {
  const texts = rows.map((cells) => cells[at]?.trim() ?? '').filter((text) => text !== '');
  return [...new Set(texts)].slice(0, SAMPLES).map((text) => text.slice(0, SAMPLE_LETTERS));
}

/** With the empty rows between them: each stands at its number. */
function headOf(rows: readonly { row: number; cells: string[] }[], heading: number): string[][] {
  const byNumber = new Map(rows.map(({ row, cells }) => [row, cells]));
  const last = Math.max(heading, ...rows.map(({ row }) => row).filter((row) => row <= HEAD_ROWS), 0);
  return Array.from({ length: last }, (_, at) =>
    (byNumber.get(at + 1) ?? []).map((cell) => cell.slice(0, HEAD_LETTERS)),
  );
}
