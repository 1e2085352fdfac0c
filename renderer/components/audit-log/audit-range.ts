const FIRST_DAY = '1900-01-01';
const LAST_DAY = '9998-12-31';

/** Why the log cannot be asked for these days (`YYYY-MM-DD`), as a sentence; null where it can. */
export function rangeProblem(from: string | null, to: string | null): string | null {
  for (const day of [from, to]) {
    if (day !== null && (day.length !== LAST_DAY.length || day < FIRST_DAY || day > LAST_DAY))
      return 'There are no lines of such a day. Give a day of the years 1900 to 9998.';
  }
  return from !== null && to !== null && from > to
    ? 'The first day is after the last one. Change one of them.'
    : null;
}
