import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import type { FieldInputProps } from '../record-form/field-input-props.ts';
import { DateInput } from '../record-form/inputs/date-input.tsx';
import classes from './next-call.module.css';
import { quickTimes, type QuickTime } from './quick-times.ts';

const timeNow = (): number => Date.now();

/** The next call with the times that are mostly chosen one press away: it is set after every call. */
export function NextCallInput(props: FieldInputProps): ReactNode {
  const { name, onChange, onBlur } = props;
  const choose = ({ at }: QuickTime): void => {
    onChange(name, at(timeNow()));
    // A complaint about the time that stood there before has been answered.
    onBlur?.(name);
  };
  return (
    <div className={classes.line}>
      <DateInput {...props} />
      <div className={classes.choices} role="group" aria-label="Quick choices">
        {quickTimes.map((each) => (
          <Button
            key={each.label}
            size="compact-xs"
            variant="default"
            // Leaving a half-typed text would say what is wrong with it, and move the button away from under the press.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => choose(each)}
          >
            {each.label}
          </Button>
        ))}
      </div>
    </div>
  );
}
