import { indianDayRange } from '#shared/format/dates.ts';
import { DAY_MS } from '#shared/format/time.ts';
import type { Sort } from '#shared/model/entity.ts';
import type { ListQuery } from '#shared/protocol/list-calls.ts';

/** What is asked of rows. */
export type RowFilter = NonNullable<ListQuery['filter']>;

/** A few choices of which rows to see, one press away; the address names the chosen one. */
export interface QuickFilter {
  /** Name in the address, such as `nextCall` in `?nextCall=overdue`. */
  name: string;
  label: string;
  choices: readonly Period[];
  /** Value of the choice that counts until the address names another; without it no choice is one, too. */
  preset?: string;
}

export interface Period {
  /** Value in the address. */
  value: string;
  label: string;
  /** What it asks of the rows at a time in milliseconds since 1970. */
  filter: (now: number) => RowFilter;
  /** Of these the rows fit one, where the filter alone cannot say it. */
  anyOf?: (now: number) => readonly RowFilter[];
  /** Offered only while a link has set it. */
  linkOnly?: boolean;
  /** The order to go over to with this choice, where it is not the list's own. */
  sort?: Sort;
}

const WEEK_MS = 7 * DAY_MS;

/** Value in the address of `passed`. */
export const PASSED = 'passed';

/** Rows whose time in the field has passed. */
export function passed(field: string, label: string): Period {
  return { value: PASSED, label, filter: (now) => ({ [field]: { to: new Date(now).toISOString() } }) };
}

/** Rows of this Indian day, the hours that have passed among them. */
export function today(field: string): Period {
  return { value: 'today', label: 'Today', filter: (now) => ({ [field]: indianDayRange(now) }) };
}

/** Value in the address of `laterToday`. */
export const LATER_TODAY = 'later-today';

/** Rows of what is left of this Indian day. */
export function laterToday(field: string): Period {
  return {
    value: LATER_TODAY,
    label: 'Later today',
    linkOnly: true,
    filter: (now) => ({ [field]: { from: new Date(now).toISOString(), to: indianDayRange(now).to } }),
  };
}

/** Value in the address of `due`. */
export const DUE = 'due';

/** Rows whose time has passed, or comes on this Indian day. */
export function due(field: string): Period {
  return {
    value: DUE,
    label: 'Due',
    linkOnly: true,
    filter: (now) => ({ [field]: { to: indianDayRange(now).to } }),
  };
}

/** Value in the address of `sinceYesterday`. */
export const SINCE_YESTERDAY = 'since-yesterday';

/** Rows of this Indian day and the one before. */
export function sinceYesterday(field: string): Period {
  return {
    value: SINCE_YESTERDAY,
    label: 'Since yesterday',
    linkOnly: true,
    filter: (now) => ({ [field]: { from: indianDayRange(now - DAY_MS).from } }),
  };
}

/** A period that asks for more. */
export function narrowed(period: Period, more: RowFilter): Period {
  return { ...period, filter: (now) => ({ ...period.filter(now), ...more }) };
}

/** Rows of this Indian day and the six that follow. */
export function nextSevenDays(field: string): Period {
  return {
    value: 'next-7-days',
    label: 'Next 7 days',
    filter: (now) => ({
      [field]: { from: indianDayRange(now).from, to: indianDayRange(now + WEEK_MS).from },
    }),
  };
}

/** The choice that the address names, else the preset one, if any. */
export function chosenPeriod(
  quickFilter: QuickFilter | undefined,
  params: URLSearchParams,
): Period | undefined {
  const { name = '', choices = [], preset } = quickFilter ?? {};
  const named = choices.find((choice) => choice.value === params.get(name));
  return named ?? choices.find((choice) => choice.value === preset);
}
