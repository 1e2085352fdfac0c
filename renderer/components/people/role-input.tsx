import { opensOnly } from '#shared/access/roles.ts';
import type { ReactNode } from 'react';
import type { FieldInputProps } from '../record-form/field-input-props.ts';
import { ChoiceInput } from '../record-form/inputs/choice-input.tsx';
import { chosenOf, searched, searchOf } from '../record-form/inputs/searched-value.ts';
import type { Choice } from '../record-form/inputs/use-choices.ts';

/** The name of a role, chosen from the roles that there are. It is said of a role what little it opens. */
export function RoleInput(props: FieldInputProps): ReactNode {
  const { name, field, label, value, error, hint, onChange, onBlur } = props;
  const chosen = chosenOf(value);
  const search = searchOf(value);
  const role = typeof chosen === 'string' ? chosen : '';
  return (
    <ChoiceInput
      entity="role"
      name={name}
      label={label}
      text={search ?? role}
      search={search}
      error={error}
      hint={hint ?? (role === '' ? undefined : (opensOnly(role) ?? undefined))}
      required={field.required === true}
      free={false}
      detail={detailOf}
      onType={(typed) => onChange(name, searched(typed, value))}
      onBack={() => onChange(name, chosen)}
      onPick={(choice) => onChange(name, choice?.title ?? null)}
      onBlur={() => onBlur?.(name)}
    />
  );
}

const detailOf = ({ title }: Choice): string => opensOnly(title) ?? '';
