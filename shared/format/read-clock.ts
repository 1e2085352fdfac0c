import { countOf, type Found } from './read-day.ts';

/** A time of day as it is said. */
export interface ClockSaid {
  hour: number;
  minute: number;
  /** Only an hour: it needs a day beside it to be one. */
  bare: boolean;
  /** What is wrong with it, as a sentence. */
  problem?: string;
}

/** An office calls between eight in the morning and eight in the evening: these hours need their am or pm. */
const UNCLEAR_UNTIL = 7;

const clock =
  /^(\d{1,2})(?:[:.](\d{2})(?::\d{2}(?:\.\d+)?)?)? ?(?:(a|p)\.?(?:m\.?)?|o'?clock)?(?![\p{L}\d:.])/u;
const hoursAhead =
  /^(?:in |after )?(?:(\d{1,3}|an?) ?(?:h|hrs?|hours?)(?: ?(?:and )?(\d{1,3}) ?(?:m|mins?|minutes?))?|(\d{1,4}) ?(?:mins?|minutes?))(?![\p{L}\d])/u;

/** `4pm`, `4:30 p.m.`, `16:30`, `11.30`, `11`, `noon` at the start of a text in small letters. */
export function readClock(text: string): Found<ClockSaid> | undefined {
  const noon = /^noon(?!\p{L})/u.exec(text);
  if (noon) return { said: { hour: 12, minute: 0, bare: false }, length: noon[0].length };
  const found = clock.exec(text);
  if (!found) return undefined;
  const [all, figures = '', minutes, half] = found;
  const written = all.trim();
  const minute = Number(minutes ?? 0);
  const given = Number(figures);
  const said = { minute, bare: minutes === undefined && half === undefined, length: all.length };
  const answer = (hour: number, problem?: string): Found<ClockSaid> => ({
    said: { hour, minute: said.minute, bare: said.bare, ...(problem === undefined ? {} : { problem }) },
    length: said.length,
  });
  const none = `“${written}” is no time of day. Write 4:30 pm or 16:30.`;
  if (minute > 59 || given > 23) return answer(0, none);
  if (half !== undefined) {
    if (given < 1 || given > 12) return answer(0, none);
    return answer((given % 12) + (half === 'p' ? 12 : 0));
  }
  // 04:30 is written as a clock of 24 hours shows it.
  const as24 = minutes !== undefined && figures.startsWith('0');
  if (given >= 1 && given <= UNCLEAR_UNTIL && !as24) {
    return answer(given, `Morning or afternoon? Write ${written} am or ${written} pm.`);
  }
  return answer(given);
}

/** Minutes from now: `2h`, `in 2 hours`, `1h 30m`, `45 min`, `an hour`, `now`. */
export function readMinutesAhead(text: string): Found<number> | undefined {
  if (/^now(?!\p{L})/u.test(text)) return { said: 0, length: 'now'.length };
  const found = hoursAhead.exec(text);
  if (!found) return undefined;
  const [all, hours, more, minutes] = found;
  const said = hours === undefined ? Number(minutes) : countOf(hours) * 60 + Number(more ?? 0);
  return { said, length: all.length };
}
