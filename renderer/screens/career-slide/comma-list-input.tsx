import { TextInput } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import type { FieldInputProps } from '../../components/record-form/field-input-props.ts';
import { roomFor } from '../../components/record-form/room.ts';
import { joinCommas, splitCommas } from './comma-list.ts';

/** A list of phrases in one line, comma separated (section 5). */
export function CommaListInput(props: FieldInputProps): ReactNode {
  const { name, field, label, value, error, hint, onChange, onBlur } = props;
  const [written, setWritten] = useState('');
  const items = Array.isArray(value) ? value.map(String) : [];
  // What was written stays as it was written, spaces and all, while it says what the form has.
  const isOwn = JSON.stringify(splitCommas(written)) === JSON.stringify(items);
  return (
    <TextInput
      label={label}
      error={error}
      description={hint ?? 'Comma separated'}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      data-field={name}
      autoComplete="off"
      maxLength={roomFor(field.maxLength)}
      value={isOwn ? written : joinCommas(items)}
      onChange={(event) => {
        setWritten(event.currentTarget.value);
        onChange(name, splitCommas(event.currentTarget.value));
      }}
      onBlur={() => onBlur?.(name)}
    />
  );
}
