import { formatTime } from '#shared/format/dates.ts';
import {
  useEffect,
  useId,
  useLayoutEffect,
  useState,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
} from 'react';
import classes from './date-field.module.css';

interface TimeListProps {
  listRef: RefObject<HTMLDivElement | null>;
  /** `HH:mm`; null where none is chosen. */
  value: string | null;
  /** Times before this one are over; null where all can be chosen. */
  earliest: string | null;
  onChoose: (time: string) => void;
}

/** Each half hour of a day as `HH:mm`; others are typed. */
const TIMES = Array.from({ length: 48 }, (_, index) => {
  const hour = String(Math.floor(index / 2)).padStart(2, '0');
  return `${hour}:${index % 2 === 0 ? '00' : '30'}`;
});
/** The office opens at ten. */
const OPENING = TIMES.indexOf('10:00');

const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1, PageDown: 6, PageUp: -6 };

const shown = (time: string): string => formatTime(`2026-01-01T${time}`);

/** The times of a day: arrow keys go through them, Enter takes one. */
export function TimeList({ listRef, value, earliest, onChoose }: TimeListProps): ReactNode {
  const id = useId();
  const over = earliest === null ? 0 : TIMES.filter((time) => time < earliest).length;
  const [chosen, setActive] = useState(() => {
    const at = value === null ? -1 : TIMES.findLastIndex((time) => time <= value);
    return at === -1 ? OPENING : at;
  });
  const active = Math.min(TIMES.length - 1, Math.max(over, chosen));

  useLayoutEffect(() => {
    const list = listRef.current;
    const start = list?.querySelector<HTMLElement>('[data-active]');
    if (list && start) list.scrollTop = start.offsetTop - list.clientHeight / 2;
  }, [listRef]);

  useEffect(() => {
    listRef.current?.children[active]?.scrollIntoView({ block: 'nearest' });
  }, [listRef, active]);

  const choose = (index: number): void => {
    const time = TIMES[index];
    if (time !== undefined && index >= over) onChoose(time);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const last = TIMES.length - 1;
    const to =
      event.key === 'Home' ? over : event.key === 'End' ? last : active + (STEPS[event.key] ?? Number.NaN);
    if (event.key === 'Enter' || event.key === ' ') choose(active);
    else if (Number.isNaN(to)) return;
    else setActive(Math.min(last, Math.max(over, to)));
    event.preventDefault();
  };
  return (
    <div
      ref={listRef}
      className={classes.times}
      role="listbox"
      aria-label="Time"
      tabIndex={0}
      aria-activedescendant={`${id}-${active}`}
      data-mantine-stop-propagation
      onKeyDown={onKeyDown}
    >
      {TIMES.map((time, index) => (
        // The list itself takes the keys.
        // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus
        <div
          key={time}
          id={`${id}-${index}`}
          className={classes.time}
          role="option"
          aria-selected={time === value}
          aria-disabled={index < over || undefined}
          data-active={index === active || undefined}
          onClick={() => choose(index)}
        >
          {shown(time)}
        </div>
      ))}
    </div>
  );
}
