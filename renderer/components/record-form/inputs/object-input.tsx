import { Fieldset, SimpleGrid } from '@mantine/core';
import type { ReactNode } from 'react';
import { FieldInput, type FieldInputProps } from '../field-input.tsx';

/** The parts of an object, such as a label and its address, as inputs of their own. */
export function ObjectInput({
  name,
  field,
  label,
  value,
  error,
  onChange,
  onBlur,
}: FieldInputProps): ReactNode {
  const given = new Map<string, unknown>(
    typeof value === 'object' && value !== null ? Object.entries(value) : [],
  );
  const parts = Object.entries(field.parts ?? {});
  const change = (part: string, next: unknown): void => {
    const whole = Object.fromEntries(
      parts.map(([key]) => [key, key === part ? next : (given.get(key) ?? null)]),
    );
    onChange(name, whole);
  };
  return (
    <Fieldset legend={label} data-field={name}>
      <SimpleGrid cols={parts.length}>
        {parts.map(([key, part]) => (
          <FieldInput
            key={key}
            name={key}
            field={part}
            label={part.label}
            value={given.get(key)}
            error={error}
            onChange={change}
            onBlur={() => onBlur?.(name)}
          />
        ))}
      </SimpleGrid>
    </Fieldset>
  );
}
