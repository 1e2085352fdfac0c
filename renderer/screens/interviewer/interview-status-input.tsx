import { useMemo, useState, type ReactNode } from 'react';
import { FieldInput } from '../../components/record-form/field-input.tsx';
import type { FieldInputProps } from '../../components/record-form/field-input-props.ts';
import { statusChoices } from './status-choices.ts';

/** The interview status with the interviewer's choices only. */
export function InterviewStatusInput({ field, value, ...props }: FieldInputProps): ReactNode {
  // The status that the form opened with can be chosen again after another one.
  const [opening] = useState(value);
  const narrowed = useMemo(
    () => ({ ...field, options: statusChoices(opening, value) }),
    [field, opening, value],
  );
  return <FieldInput {...props} field={narrowed} value={value} />;
}
