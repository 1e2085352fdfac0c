import type { ReactNode } from 'react';
import { useQuery } from '@tanstack/react-query';
import { bridge } from '../../bridge/bridge.ts';
import type { FieldInputProps } from '../../components/record-form/field-input-props.ts';
import { ChoiceInput } from '../../components/record-form/inputs/choice-input.tsx';
import { chosenOf, searched, searchOf } from '../../components/record-form/inputs/searched-value.ts';
import type { Choice } from '../../components/record-form/inputs/use-choices.ts';

/**
 * The email of a user, chosen by name or email. Who has a role already is shown but cannot be taken: there is one
 * assignment for an email (decision 11).
 */
export function UserInput(props: FieldInputProps): ReactNode {
  const { name, field, label, value, error, hint, onChange, onBlur } = props;
  const chosen = chosenOf(value);
  const search = searchOf(value);
  const email = text(chosen);
  const person = useNameOf(email);
  return (
    <ChoiceInput
      entity="user"
      name={name}
      label={label}
      text={search ?? (person === '' ? email : `${person} (${email})`)}
      search={search}
      error={error}
      hint={hint}
      required={field.required === true}
      free={false}
      detail={detailOf}
      isRefused={(choice) => roleOf(choice) !== '' && emailOf(choice) !== email}
      onType={(typed) => onChange(name, searched(typed, value))}
      onBack={() => onChange(name, chosen)}
      onPick={(choice) => onChange(name, choice ? emailOf(choice) : null)}
      onBlur={() => onBlur?.(name)}
    />
  );
}

function useNameOf(email: string): string {
  const query = useQuery({
    queryKey: ['user', 'name of', email],
    queryFn: () => bridge.call('records.choices', { entity: 'user', filter: { email }, limit: 1 }),
    enabled: email !== '',
  });
  return query.data?.[0]?.title ?? '';
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '');

const emailOf = ({ record }: Choice): string => text(record['email']);

const roleOf = ({ record }: Choice): string => text(record['roleName']);

function detailOf(choice: Choice): string {
  const role = roleOf(choice);
  return role === '' ? emailOf(choice) : `${emailOf(choice)} · has the role ${role} already`;
}
