import { normaliseText } from '#shared/model/search-text.ts';
import type { ReactNode } from 'react';
import type { FieldInputProps } from '../field-input-props.ts';
import type { Suggestion } from '../form-settings.ts';
import { roomFor } from '../room.ts';
import { ChoiceInput } from './choice-input.tsx';

interface SuggestInputProps extends FieldInputProps {
  suggest: Suggestion;
  onKeep: (name: string) => void;
}

/**
 * A name that may be chosen from the records of an entity or written freely. A chosen one also gives its id, which
 * decides where names are not unique; other words than the chosen ones take the id away again. The form asks about a
 * name that fits nobody before it saves it.
 */
export function SuggestInput({ suggest, onKeep, ...props }: SuggestInputProps): ReactNode {
  const { name, field, label, value, error, hint, onChange, onBlur } = props;
  const text = typeof value === 'string' ? value : '';
  return (
    <ChoiceInput
      entity={suggest.entity}
      name={name}
      label={label}
      text={text}
      error={error}
      hint={hint}
      required={field.required === true}
      maxLength={roomFor(field.maxLength)}
      free
      filter={suggest.filter}
      onKeep={() => onKeep(name)}
      onType={(written) => {
        onChange(name, written);
        if (normaliseText(written) !== normaliseText(text)) onChange(suggest.idField, null);
      }}
      onPick={(choice) => {
        onChange(name, choice?.title ?? null);
        onChange(suggest.idField, choice?._id ?? null, choice?.title);
      }}
      onBlur={() => onBlur?.(name)}
    />
  );
}
