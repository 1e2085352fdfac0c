import { isEntityName } from '#shared/model/entities.ts';
import type { ReactNode } from 'react';
import type { FieldInputProps } from '../field-input-props.ts';
import { ChoiceInput } from './choice-input.tsx';
import { chosenOf, searched, searchOf } from './searched-value.ts';

/** A reference: a record of another entity, chosen from a list that typing narrows. */
export function ReferenceInput(props: FieldInputProps): ReactNode {
  const { name, field, label, value, referenceText, error, hint, onChange, onBlur } = props;
  const target = field.target?.entity ?? '';
  if (!isEntityName(target)) return null;
  const chosen = chosenOf(value);
  const search = searchOf(value);
  const text = typeof chosen === 'string' && chosen !== '' ? (referenceText ?? 'Unknown') : '';
  return (
    <ChoiceInput
      entity={target}
      name={name}
      label={label}
      text={search ?? text}
      search={search}
      error={error}
      hint={hint}
      required={field.required === true}
      free={false}
      filter={field.target?.choosable ?? field.target?.among}
      onType={(typed) => onChange(name, searched(typed, value))}
      onBack={() => onChange(name, chosen)}
      onPick={(choice) => onChange(name, choice?._id ?? null, choice?.title)}
      onBlur={() => onBlur?.(name)}
    />
  );
}
