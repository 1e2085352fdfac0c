import type { ReactNode } from 'react';
import { useState } from 'react';
import type { DateDraft } from '../date-field/date-draft.ts';
import { DateField } from '../date-field/date-field.tsx';
import { UnreadText } from '../record-form/unread-text.ts';
import classes from './audit-log.module.css';

interface DayFilterProps {
  label: string;
  /** `YYYY-MM-DD`; null leaves it open. */
  value: string | null;
  earliest?: string | undefined;
  latest?: string | undefined;
  onChange: (day: string | null) => void;
}

/**
 * A day that narrows the log, taken with Enter, from the calendar, or when the field is left: while one types, each letter
 * would mean another day. One that cannot be read says so and narrows nothing.
 */
export function DayFilter({ label, value, earliest, latest, onChange }: DayFilterProps): ReactNode {
  const [draft, setDraft] = useState<DateDraft>(value);
  const [problem, setProblem] = useState<string | null>(null);
  const take = (given: DateDraft): void => {
    setProblem(given instanceof UnreadText ? given.problem : null);
    const day = given instanceof UnreadText ? null : given;
    if (day !== value) onChange(day);
  };
  return (
    <DateField
      kind="date"
      lean="near"
      size="sm"
      className={classes.day ?? ''}
      aria-label={label}
      placeholder={label}
      error={problem}
      value={draft}
      earliest={earliest}
      latest={latest}
      onChange={(given) => {
        setDraft(given);
        if (given === null) take(null);
      }}
      onChoose={take}
      onLeave={() => take(draft)}
      onKeyDown={(event) => {
        if (event.key === 'Enter') take(draft);
      }}
    />
  );
}
