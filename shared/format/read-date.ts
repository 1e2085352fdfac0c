import { normalise } from './normalise.ts';
import { fromIndianInput, indianDate, instantOf } from './dates.ts';
import { dayMeant, type Lean } from './day-meant.ts';
import { hasOddFigures, plainFigures } from './plain-figures.ts';
import { readClock, readMinutesAhead, type ClockSaid } from './read-clock.ts';
import { readDay, type DaySaid } from './read-day.ts';

/** What a text is read as. */
export interface DateAsked {
  kind: 'date' | 'datetime';
  /** Milliseconds since 1970, for `today` and what is counted from it; a day is a day in India. */
  now: number;
  lean: Lean;
}

/**
 * What was read: `YYYY-MM-DD`, or for a date and time ISO 8601 in UTC; null of an empty text. Else what is wrong with
 * the text, as a sentence that says what to write.
 */
export type DateRead = { value: string | null } | { problem: string };

const MINUTE_MS = 60_000;
/** As much of a text as its sentence repeats, in characters. */
const QUOTED = 30;

const ADD_A_TIME = 'Add a time, such as 4:30 pm.';
const NO_TIME_HERE = 'Only a date stands here, without a time: 25/11/2026.';

const WITH_ZONE = /^\d{4}-\d\d-\d\dt\d\d:\d\d(:\d\d(\.\d+)?)?(z|[+-]\d\d:?\d\d)$/;
const FILLER = /^(?:on|at|@|the) ?(?=[\p{L}\d])/u;

/**
 * Reads a date, or a date and time, as people in India write it (decision 8): the day before the month on every PC,
 * `25/11/2026 4:30 pm`, `5-4-04`, `25 nov 11:30`, `tmrw 4pm`, `fri 11`, `in 2 days`, `2h`, and ISO 8601. Times are
 * Indian. The whole text must be understood: what is left over, unclear or missing is said and nothing is guessed.
 */
export function readDate(text: string, asked: DateAsked): DateRead {
  const words = normalise(plainFigures(text), 'NFKC')
    .toLowerCase()
    .replaceAll('’', "'")
    .replace(/[,\s]+/g, ' ')
    .trim();
  if (words === '') return { value: null };
  if (hasOddFigures(text)) return unreadable(text, asked);
  if (asked.kind === 'datetime' && WITH_ZONE.test(words)) return instant(words.toUpperCase(), text, asked);

  const parts = partsOf(words, asked.kind === 'date');
  if (!parts) return unreadable(text, asked);
  const { day, clock, minutes } = parts;
  if (minutes !== undefined) {
    if (day || clock) return unreadable(text, asked);
    return asked.kind === 'date' ? dateAfter(minutes, asked) : { value: timeAfter(minutes, asked.now) };
  }
  if (clock?.bare === true && !day) return unreadable(text, asked);
  if (asked.kind === 'date' && clock) return { problem: NO_TIME_HERE };
  return asked.kind === 'date' ? dateIn(day, asked) : dateTimeIn(day, clock, asked);
}

interface Parts {
  day?: DaySaid;
  clock?: ClockSaid;
  minutes?: number;
}

/** The parts of a text, each at most once and nothing beside them; undefined where something else stands there. */
function partsOf(words: string, dateAlone: boolean): Parts | undefined {
  const parts: Parts = {};
  let rest = words;
  while (rest !== '') {
    rest = rest.replace(FILLER, '');
    const minutes = parts.minutes === undefined ? readMinutesAhead(rest) : undefined;
    const day = minutes || parts.day ? undefined : readDay(rest, dateAlone);
    const clock = minutes || day || parts.clock ? undefined : readClock(rest);
    const found = minutes ?? day ?? clock;
    if (!found) return undefined;
    if (minutes) parts.minutes = minutes.said;
    if (day) parts.day = day.said;
    if (clock) parts.clock = clock.said;
    rest = rest.slice(found.length).trimStart();
  }
  return parts;
}

function dateIn(day: DaySaid | undefined, { now, lean }: DateAsked): DateRead {
  const meant = dayMeant(day ?? { days: 0 }, now, lean, false);
  return 'problem' in meant ? meant : { value: meant.day };
}

function dateTimeIn(day: DaySaid | undefined, clock: ClockSaid | undefined, asked: DateAsked): DateRead {
  const { now, lean } = asked;
  const today = indianDate(new Date(now).toISOString());
  const isOver = clock !== undefined && Date.parse(indianTime(today, clock)) < now - (now % MINUTE_MS);
  // A time alone is today's, or tomorrow's where calls are planned and it is over.
  const meant = dayMeant(day ?? { days: lean === 'future' && isOver ? 1 : 0 }, now, lean, isOver);
  if ('problem' in meant) return meant;
  if (!clock) return { problem: ADD_A_TIME };
  if (clock.problem !== undefined) return { problem: clock.problem };
  return { value: indianTime(meant.day, clock) };
}

function indianTime(day: string, { hour, minute }: ClockSaid): string {
  const two = (figure: number): string => String(figure).padStart(2, '0');
  return fromIndianInput(`${day}T${two(hour)}:${two(minute)}`) ?? '';
}

/** `now` is a day as well; hours are none. */
function dateAfter(minutes: number, { now }: DateAsked): DateRead {
  return minutes === 0 ? { value: indianDate(new Date(now).toISOString()) } : { problem: NO_TIME_HERE };
}

/** Whole minutes, not earlier than asked. */
const timeAfter = (minutes: number, now: number): string =>
  new Date(Math.ceil(now / MINUTE_MS) * MINUTE_MS + minutes * MINUTE_MS).toISOString();

function instant(iso: string, text: string, asked: DateAsked): DateRead {
  const time = instantOf(iso);
  return Number.isNaN(time) ? unreadable(text, asked) : { value: new Date(time).toISOString() };
}

function unreadable(text: string, { kind }: DateAsked): DateRead {
  const given = text.trim();
  const quoted = given.length > QUOTED ? `${given.slice(0, QUOTED).trimEnd()}…` : given;
  return {
    problem:
      kind === 'date'
        ? `“${quoted}” cannot be read as a date. Write the day first, such as 25/11/2026.`
        : `“${quoted}” cannot be read as a date and time. Write such as 25/11/2026 4:30 pm or “tomorrow 4 pm”.`,
  };
}
