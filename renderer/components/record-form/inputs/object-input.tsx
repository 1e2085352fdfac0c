import { Fieldset, SimpleGrid } from '@mantine/core';
import type { Field } from '#shared/model/field.ts';
import { fieldSchema } from '#shared/model/field-schema.ts';
import type { ComponentType, ReactNode } from 'react';
import type { FieldInputProps } from '../field-input-props.ts';

interface ObjectInputProps extends FieldInputProps {
  /** The input of a part. */
  partInput: ComponentType<FieldInputProps>;
}

/** The parts of an object, such as a label and its address, as inputs of their own. */
export function ObjectInput({
  name,
  field,
  label,
  value,
  error,
  onChange,
  onBlur,
  partInput: PartInput,
}: ObjectInputProps): ReactNode {
  const given = new Map<string, unknown>(
    typeof value === 'object' && value !== null ? Object.entries(value) : [],
  );
  const parts = Object.entries(field.parts ?? {});
  // What is wrong is said beside the part that is wrong.
  const problems = error ? parts.map(([key, part]) => problemOf(part, given.get(key))) : [];
  const isOfNone = problems.every((problem) => problem === undefined);
  const change = (part: string, next: unknown): void => {
    const whole = Object.fromEntries(
      parts.map(([key]) => [key, key === part ? next : (given.get(key) ?? null)]),
    );
    onChange(name, whole);
  };
  return (
    <Fieldset legend={label} data-field={name}>
      <SimpleGrid cols={parts.length}>
        {parts.map(([key, part], at) => (
          <PartInput
            key={key}
            name={key}
            field={part}
            label={part.label}
            value={given.get(key)}
            error={isOfNone ? error : problems[at]}
            onChange={change}
            onBlur={() => onBlur?.(name)}
          />
        ))}
      </SimpleGrid>
    </Fieldset>
  );
}

function problemOf(part: Field, value: unknown): string | undefined {
  return fieldSchema(part).safeParse(value ?? null).error?.issues[0]?.message;
}
