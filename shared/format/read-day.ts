/**
 * The day in what people type, as it is said: with or without its year, by its name, or counted from today. Which day of
 * the calendar is meant is decided by `day-meant.ts`.
 */
export type DaySaid =
  | { month: number; day: number; year?: number; shortYear?: number }
  /** 0 is Sunday. `next` leaves out today. */
  | { weekday: number; next: boolean }
  /** Counted from today. */
  | { days: number }
  | { months: number };

/** What was read at the start of a text, and how many characters that took. */
export interface Found<Said> {
  said: Said;
  length: number;
}

const MONTHS = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ');
const WEEKDAYS = 'sun mon tue wed thu fri sat'.split(' ');

const MONTH =
  '(jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)';
const WEEKDAY =
  '(sun(?:day)?|mon(?:day)?|tue(?:s|sday)?|wed(?:s|nesday)?|thu(?:r|rs|rsday)?|fri(?:day)?|sat(?:urday)?)';
const COUNT = String.raw`(\d{1,3}|an?)`;
const END = String.raw`(?![\p{L}\d])`;
/** Two figures are a year where no time can begin with them. */
const YEAR = String.raw`(\d{4}|\d{2})(?![\d\p{L}:.]|\s?[ap]\.?m)`;

const pattern = (source: string): RegExp => new RegExp(`^${source}`, 'u');

const yearFirst = pattern(String.raw`(\d{4})([-/.])(\d{1,2})\2(\d{1,2})(?!\d)t?`);
const figures = pattern(String.raw`(\d{1,2}) ?([-/.]) ?(\d{1,2})(?: ?\2 ?(\d{4}|\d{2}))?(?![\d/:\p{L}.-])`);
const eightFigures = pattern(String.raw`(\d{2})(\d{2})(\d{4})${END}`);
const dayThenMonth = pattern(
  String.raw`(\d{1,2})(?:st|nd|rd|th)?[ -]?(?:of )?${MONTH}\.?${END}(?:[ -]?'(\d{2})${END}|[ -]?${YEAR})?`,
);
const monthThenDay = pattern(String.raw`${MONTH}\.?[ -]?(\d{1,2})(?:st|nd|rd|th)?${END}(?: (\d{4})${END})?`);
const weekday = pattern(`(?:(next|coming|this) )?${WEEKDAY}${END}`);
const ahead = pattern(`(?:in |after )?${COUNT} ?(d|days?|w|weeks?|months?)${END}`);

const NAMED: readonly [RegExp, number][] = [
  [pattern(`(?:the )?day after (?:tomorrow|tmrw)${END}`), 2],
  [pattern(`today${END}`), 0],
  [pattern(`(?:tomorrow|tommorow|tommorrow|tomorow|tmrw|tmrow|tmr|tmw)${END}`), 1],
  [pattern(`yesterday${END}`), -1],
  [pattern(`next week${END}`), 7],
];

/**
 * The day at the start of a text in small letters; undefined where there is none.
 * @param alone whether a day is all that the field takes: a time without one may then not begin with `5.4`.
 */
export function readDay(text: string, alone: boolean): Found<DaySaid> | undefined {
  return readFigures(text, alone) ?? readNamedMonth(text, alone) ?? readCounted(text);
}

/** `25/11/2026`, `5-4-04`, `5.4.2004`, `5/4`, `25112026`, `2026-11-25`: the day first, unless the year is. */
function readFigures(text: string, alone: boolean): Found<DaySaid> | undefined {
  const iso = yearFirst.exec(text);
  if (iso) {
    const [all, year, , month, day] = iso;
    return { said: { year: Number(year), month: Number(month), day: Number(day) }, length: all.length };
  }
  const written = eightFigures.exec(text);
  if (written) {
    const [all, day, month, year] = written;
    return { said: { year: Number(year), month: Number(month), day: Number(day) }, length: all.length };
  }
  const found = figures.exec(text);
  if (!found) return undefined;
  const [all, day, sign, month, year] = found;
  // `4.30` is a time where one is asked for.
  if (sign === '.' && year === undefined && !alone) return undefined;
  return { said: { day: Number(day), month: Number(month), ...yearSaid(year) }, length: all.length };
}

/** `25 nov`, `25th November 2026`, `25-nov-26`, `nov 25`. */
function readNamedMonth(text: string, alone: boolean): Found<DaySaid> | undefined {
  const found = dayThenMonth.exec(text);
  if (found) {
    const [all, day, month, marked, year] = found;
    const said = { day: Number(day), month: monthNumber(month) };
    // Where a time is asked for, the last two figures are it: 25 nov 11.
    if (year?.length === 2 && !alone && all.length === text.length) {
      return { said, length: all.length - year.length };
    }
    return { said: { ...said, ...yearSaid(marked ?? year) }, length: all.length };
  }
  const turned = monthThenDay.exec(text);
  if (!turned) return undefined;
  const [all, month, day, year] = turned;
  return { said: { day: Number(day), month: monthNumber(month), ...yearSaid(year) }, length: all.length };
}

/** `tomorrow`, `fri`, `next monday`, `in 2 days`, `3 weeks`. */
function readCounted(text: string): Found<DaySaid> | undefined {
  for (const [words, days] of NAMED) {
    const found = words.exec(text);
    if (found) return { said: { days }, length: found[0].length };
  }
  const named = weekday.exec(text);
  if (named) {
    const [all, which, name = ''] = named;
    return {
      said: { weekday: WEEKDAYS.indexOf(name.slice(0, 3)), next: which === 'next' },
      length: all.length,
    };
  }
  const counted = ahead.exec(text);
  if (!counted) return undefined;
  const [all, count = '', unit = ''] = counted;
  const times = countOf(count);
  const said = unit.startsWith('month')
    ? { months: times }
    : { days: times * (unit.startsWith('w') ? 7 : 1) };
  return { said, length: all.length };
}

/** `2`, `a`, `an`. */
export function countOf(text: string): number {
  return /\d/.test(text) ? Number(text) : 1;
}

const monthNumber = (name = ''): number => MONTHS.indexOf(name.slice(0, 3)) + 1;

function yearSaid(year: string | undefined): { year?: number; shortYear?: number } {
  if (year === undefined) return {};
  return year.length === 2 ? { shortYear: Number(year) } : { year: Number(year) };
}
