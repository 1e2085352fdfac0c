import type { ReactNode } from 'react';
import type { FieldInputProps } from '../../components/record-form/field-input-props.ts';
import { ChoiceInput } from '../../components/record-form/inputs/choice-input.tsx';

/** The name of a role, chosen from the roles that there are. */
export function RoleInput(props: FieldInputProps): ReactNode {
  const { name, field, label, value, error, hint, onChange, onBlur } = props;
  return (
    <ChoiceInput
      entity="role"
      name={name}
      label={label}
      text={typeof value === 'string' ? value : ''}
      error={error}
      hint={hint}
      required={field.required === true}
      free={false}
      onType={() => undefined}
      onPick={(choice) => onChange(name, choice?.title ?? null)}
      onBlur={() => onBlur?.(name)}
    />
  );
}
