import { TextInput } from '@mantine/core';
import { fromIndianInput, toIndianInput } from '#shared/format/dates.ts';
import type { ReactNode } from 'react';
import { useNow } from '../../use-now.ts';
import type { FieldInputProps } from '../field-input-props.ts';
import { requiredMark } from '../required-mark.ts';

const EVERY_MS = 30_000;

/** A date and time in Indian time, whatever the PC's own zone is. */
export function DateTimeInput({
  name,
  field,
  label,
  value,
  error,
  hint,
  onChange,
  onBlur,
}: FieldInputProps): ReactNode {
  const now = useNow(EVERY_MS);
  return (
    <TextInput
      type="datetime-local"
      label={label}
      error={error}
      description={hint}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      {...requiredMark(field.required === true)}
      aria-required={field.required === true || undefined}
      data-field={name}
      value={typeof value === 'string' && value !== '' ? toIndianInput(value) : ''}
      min={field.notBeforeNow ? toIndianInput(new Date(now).toISOString()) : undefined}
      max="9999-12-31T23:59"
      onChange={(event) => onChange(name, fromIndianInput(event.currentTarget.value))}
      onBlur={() => onBlur?.(name)}
    />
  );
}
