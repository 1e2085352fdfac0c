/** What some programs overlook at the beginning of a cell: blanks, line ends and what cannot be seen. */
const OVERLOOKED = /^[\s\p{Cc}\p{Cf}]*/u;
/** Spreadsheets take a cell that starts with one of these for a formula, and run it. */
const FORMULA = /^[=+\-@]/;
const STARTS_APART = /^[\t\r\n]/;

/** A text as a cell that no spreadsheet runs: one that would be run as a formula gets an apostrophe before it. */
export function harmless(text: string): string {
  return isRun(text) ? `'${text}` : text;
}

/** Full-width and other forms of the same signs (＝＋－＠) count as these, as they do where such texts are typed. */
function isRun(text: string): boolean {
  const start = text.replace(OVERLOOKED, '').slice(0, 1).normalize('NFKC');
  return STARTS_APART.test(text) || FORMULA.test(start);
}
