import { CALL_OUTCOMES } from '#shared/model/activity.ts';
import { Input } from '@mantine/core';
import { useId, useRef, type KeyboardEvent, type ReactNode } from 'react';
import classes from './log-call.module.css';
import { foundByTyping, typedOn, type Typed } from './type-ahead.ts';

export type Outcome = (typeof CALL_OUTCOMES)[number];

interface OutcomeChoiceProps {
  value: Outcome | null;
  error: string | undefined;
  /** Whether the dialog opens with the focus here. */
  first: boolean;
  onChange: (outcome: Outcome | null) => void;
}

/** How a call went: by a click, by arrow keys, or by the first letters. What is chosen is taken back by a second click. */
export function OutcomeChoice({ value, error, first, onChange }: OutcomeChoiceProps): ReactNode {
  const id = useId();
  const typed = useRef<Typed | null>(null);
  const group = useRef<HTMLDivElement>(null);
  const choose = (outcome: Outcome): void => {
    onChange(outcome);
    group.current?.querySelector<HTMLInputElement>(`[value="${outcome}"]`)?.focus();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key.length !== 1) {
      // Whoever goes on otherwise begins anew.
      if (event.key !== 'Shift') typed.current = null;
      if (event.key === 'Backspace' || event.key === 'Delete') onChange(null);
      return;
    }
    const now = typedOn(typed.current, event.key, event.timeStamp);
    // A space within a name; else it chooses, as in any group of choices.
    if (event.key === ' ' && now.text === ' ') return;
    event.preventDefault();
    typed.current = now;
    const found = foundByTyping(CALL_OUTCOMES, value, now);
    if (found) choose(found);
  };
  return (
    <div data-field="outcome">
      <Input.Label id={`${id}-label`} labelElement="div">
        Outcome
      </Input.Label>
      <div
        ref={group}
        role="radiogroup"
        aria-labelledby={`${id}-label`}
        aria-describedby={error === undefined ? undefined : `${id}-error`}
        className={classes.outcomes}
      >
        {CALL_OUTCOMES.map((outcome, index) => (
          <label key={outcome} className={classes.outcome}>
            <input
              type="radio"
              name={id}
              value={outcome}
              checked={value === outcome}
              data-autofocus={(first && (value === null ? index === 0 : value === outcome)) || undefined}
              onChange={() => onChange(outcome)}
              onKeyDown={onKeyDown}
              onClick={() => {
                if (value === outcome) onChange(null);
              }}
            />
            {outcome}
          </label>
        ))}
      </div>
      {error !== undefined && (
        <Input.Error id={`${id}-error`} mt={4}>
          {error}
        </Input.Error>
      )}
    </div>
  );
}
