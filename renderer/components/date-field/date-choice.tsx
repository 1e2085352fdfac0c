import { Button } from '@mantine/core';
import { indianDate, toIndianInput, toTypedDate } from '#shared/format/dates.ts';
import type { Lean } from '#shared/format/day-meant.ts';
import { readDate } from '#shared/format/read-date.ts';
import { useRef, useState, type ReactNode } from 'react';
import type { DateDraft } from './date-draft.ts';
import classes from './date-field.module.css';
import { DayCalendar } from './day-calendar.tsx';
import { TimeList } from './time-list.tsx';

interface DateChoiceProps {
  kind: 'date' | 'datetime';
  lean: Lean;
  /** What stands in the field: a day without its time counts as chosen. */
  text: string;
  value: string | null;
  earliest: string | undefined;
  latest: string | undefined;
  /** Takes a choice as the text that would be typed for it. */
  onChoose: (text: string) => DateDraft;
  onDone: () => void;
}

/** The calendar, and for a date and time the times of the day beside it. */
export function DateChoice(props: DateChoiceProps): ReactNode {
  const { kind, lean, text, value, earliest, latest, onChoose, onDone } = props;
  const [now] = useState(() => Date.now());
  const times = useRef<HTMLDivElement>(null);
  const today = indianDate(new Date(now).toISOString());
  const day = value === null ? dayAlone(text, lean, now) : indianDate(value);
  const time = value === null || kind === 'date' ? null : toIndianInput(value).slice(11);
  // Where only what is to come can be chosen, of today what is left.
  const nowTime = toIndianInput(new Date(now).toISOString()).slice(11);
  const earliestTime = lean === 'future' && day === today ? nowTime : null;

  const chooseDay = (chosen: string): void => {
    const typed = toTypedDate(chosen);
    onChoose(kind === 'datetime' && time !== null ? `${typed}, ${time}` : typed);
    if (kind === 'date') onDone();
    else times.current?.focus();
  };
  const chooseTime = (chosen: string): void => {
    const typed = onChoose(day === null ? chosen : `${toTypedDate(day)}, ${chosen}`);
    // Shown as all times are.
    if (typeof typed === 'string') onChoose(toTypedDate(typed));
    onDone();
  };
  return (
    <>
      <div className={classes.parts}>
        <DayCalendar value={day} today={today} earliest={earliest} latest={latest} onChoose={chooseDay} />
        {kind === 'datetime' && (
          <TimeList listRef={times} value={time} earliest={earliestTime} onChoose={chooseTime} />
        )}
      </div>
      <div className={classes.ways}>
        <Button
          size="compact-xs"
          variant="subtle"
          data-mantine-stop-propagation
          onClick={() => {
            onChoose('');
            onDone();
          }}
        >
          Clear
        </Button>
        <Button size="compact-xs" variant="subtle" data-mantine-stop-propagation onClick={onDone}>
          Done
        </Button>
      </div>
    </>
  );
}

/** The day of a text that lacks its time. */
function dayAlone(text: string, lean: Lean, now: number): string | null {
  const read = readDate(text, { kind: 'date', lean, now });
  return 'value' in read ? read.value : null;
}
