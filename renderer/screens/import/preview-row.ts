import type { ImportRow } from '#shared/protocol/import.ts';

/** `Enter a valid email`, `Enter a valid email.` and so on become one form. */
const asSentence = (text: string): string => (/[.!?]$/.test(text) ? text : `${text}.`);

/** What is wrong with a cell, as one text; '' where it is right. */
export function issueOfCell(row: ImportRow, column: number): string {
  return row.issues
    .filter((issue) => issue.column === column)
    .map(({ message }) => asSentence(message))
    .join(' ');
}

/** What is to be said of a row: what is wrong with it, whom it doubles, and what may not be meant. */
export function notesOf(row: ImportRow): { wrong: string[]; doubts: string[] } {
  const wrong = [...new Set(row.issues.map(({ message }) => asSentence(message)))];
  const same = row.sameAs === null ? [] : [`The same person as in row ${row.sameAs}.`];
  return { wrong, doubts: [...same, ...row.doubts.map(asSentence)] };
}

/** The columns of the file that are shown, in its order: those that have a field, or a cell to be put right. */
export function shownColumns(
  fields: readonly (string | null)[],
  rows: readonly Pick<ImportRow, 'issues'>[],
): number[] {
  const wrong = new Set(rows.flatMap(({ issues }) => issues.map(({ column }) => column)));
  return fields.flatMap((field, at) => (field === null && !wrong.has(at) ? [] : [at]));
}

/**
 * The cell to go to from one by a key; the same where the key leads nowhere.
 * @param to number of rows and columns
 */
export function cellAfter(
  key: string,
  ctrl: boolean,
  [row, column]: readonly [number, number],
  [rows, columns]: readonly [number, number],
): [number, number] {
  const within = (at: number, size: number): number => Math.max(0, Math.min(size - 1, at));
  switch (key) {
    case 'ArrowUp':
      return [within(ctrl ? 0 : row - 1, rows), column];
    case 'ArrowDown':
      return [within(ctrl ? rows - 1 : row + 1, rows), column];
    case 'ArrowLeft':
      return [row, within(ctrl ? 0 : column - 1, columns)];
    case 'ArrowRight':
      return [row, within(ctrl ? columns - 1 : column + 1, columns)];
    case 'Home':
      return [ctrl ? 0 : row, 0];
    case 'End':
      return [ctrl ? rows - 1 : row, columns - 1];
    case 'PageUp':
      return [0, column];
    case 'PageDown':
      return [rows - 1, column];
    default:
      return [row, column];
  }
}
