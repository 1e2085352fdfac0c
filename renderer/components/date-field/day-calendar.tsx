import { DatePicker } from '@mantine/dates';
import { addDays, addMonths } from '#shared/format/day-meant.ts';
import { useLayoutEffect, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';

interface DayCalendarProps {
  /** All days are `YYYY-MM-DD`; no zone has a part in them. */
  value: string | null;
  today: string;
  earliest: string | undefined;
  latest: string | undefined;
  onChoose: (day: string) => void;
}

const labels = {
  previousMonth: 'Previous month',
  nextMonth: 'Next month',
  monthLevelControl: 'Choose a month',
  previousYear: 'Previous year',
  nextYear: 'Next year',
  yearLevelControl: 'Choose a year',
  previousDecade: 'Previous ten years',
  nextDecade: 'Next ten years',
};

/** Weeks of an Indian calendar begin on Sunday. */
const SUNDAY = 0;

const STEPS: Readonly<Record<string, (day: string) => string>> = {
  ArrowLeft: (day) => addDays(day, -1),
  ArrowRight: (day) => addDays(day, 1),
  ArrowUp: (day) => addDays(day, -7),
  ArrowDown: (day) => addDays(day, 7),
  PageUp: (day) => addMonths(day, -1),
  PageDown: (day) => addMonths(day, 1),
};

const monthOf = (day: string): string => day.slice(0, 7);

/** The days of a month. Arrow keys lead on into the months beside it, where the library's stop. */
export function DayCalendar({ value, today, earliest, latest, onChoose }: DayCalendarProps): ReactNode {
  const inside = (day: string): string => {
    if (earliest !== undefined && day < earliest) return earliest;
    return latest !== undefined && day > latest ? latest : day;
  };
  const [start] = useState(() => inside(value ?? today));
  const [month, setMonth] = useState(start);
  const days = useRef<HTMLDivElement>(null);
  /** The day that takes the focus once its month is shown. */
  const next = useRef<string | null>(null);

  useLayoutEffect(() => {
    if (next.current === null) return;
    days.current?.querySelector<HTMLElement>(`[data-day="${next.current}"]`)?.focus();
    next.current = null;
  });

  const onKeyDownCapture = (event: KeyboardEvent): void => {
    const day = event.target instanceof HTMLElement ? event.target.dataset['day'] : undefined;
    const step = event.ctrlKey || event.metaKey || event.altKey ? undefined : STEPS[event.key];
    if (day === undefined || !step) return;
    const to = inside(step(day));
    if (monthOf(to) === monthOf(month) && !event.key.startsWith('Page')) return;
    event.preventDefault();
    event.stopPropagation();
    next.current = to;
    setMonth(to);
  };
  return (
    <div ref={days} role="presentation" onKeyDownCapture={onKeyDownCapture}>
      <DatePicker
        size="sm"
        value={value}
        date={month}
        onDateChange={setMonth}
        onChange={(chosen) => onChoose(chosen ?? value ?? today)}
        {...(earliest === undefined ? {} : { minDate: earliest })}
        {...(latest === undefined ? {} : { maxDate: latest })}
        firstDayOfWeek={SUNDAY}
        weekendDays={[]}
        ariaLabels={labels}
        __stopPropagation
        getDayProps={(each) => ({
          'data-day': each,
          ...(each === start ? { 'data-autofocus': true } : {}),
          ...(each === today ? { 'data-in-india-today': true, 'aria-current': 'date' as const } : {}),
          'aria-pressed': each === value,
        })}
      />
    </div>
  );
}
