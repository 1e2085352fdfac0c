import { Checkbox, MultiSelect, Select, TextInput } from '@mantine/core';
import { memo, type ReactNode } from 'react';
import type { FieldInputProps } from './field-input-props.ts';
import { AmountInput } from './inputs/amount-input.tsx';
import { DateInput } from './inputs/date-input.tsx';
import { LongTextInput } from './inputs/long-text-input.tsx';
import { ObjectInput } from './inputs/object-input.tsx';
import { PhoneInput } from './inputs/phone-input.tsx';
import { PictureInput } from './inputs/picture-input.tsx';
import { ReferenceInput } from './inputs/reference-input.tsx';
import { inputFrame } from './input-frame.ts';
import { markTextOnEntering } from '../keyboard/type-over.ts';
import { roomFor } from './room.ts';

/** From this many choices on a select can be searched by typing. */
const SEARCHABLE_FROM = 6;

/** A dozen lists that nobody has opened need not be on the page. */
const closedUnmounted = { keepMounted: false, transitionProps: { duration: 0 } } as const;

const text = (value: unknown): string => (typeof value === 'string' ? value : '');
const texts = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];

/** The input of a field: its kind, options, limits and label follow from the model. */
export const FieldInput = memo(function FieldInput(props: FieldInputProps): ReactNode {
  const { name, field, label, value, error, hint, onChange, onBlur } = props;
  const common = {
    ...inputFrame(props),
    onBlur: () => onBlur?.(name),
  };
  const line = {
    ...common,
    maxLength: roomFor(field.maxLength),
    placeholder: field.placeholder,
    value: text(value),
    onChange: (event: { currentTarget: { value: string } }) => onChange(name, event.currentTarget.value),
  };
  const isSearched = (field.options?.length ?? 0) >= SEARCHABLE_FROM;
  switch (field.kind) {
    case 'text':
    case 'secret':
      return <TextInput {...line} autoComplete="off" />;
    case 'email':
    case 'url':
      return <TextInput {...line} type={field.kind} autoComplete="off" />;
    case 'phone':
      return <PhoneInput {...props} />;
    case 'longText':
    case 'richText':
      return <LongTextInput {...line} />;
    case 'date':
    case 'datetime':
      return <DateInput {...props} />;
    case 'money':
    case 'number':
      return <AmountInput {...props} />;
    case 'boolean':
      return (
        <Checkbox
          label={label}
          error={error}
          description={hint}
          data-field={name}
          checked={value === true}
          onChange={(event) => onChange(name, event.currentTarget.checked)}
        />
      );
    case 'option':
      return (
        <Select
          {...common}
          {...(isSearched ? { searchable: true, onMouseDown: markTextOnEntering } : {})}
          data={[...(field.options ?? [])]}
          value={text(value) === '' ? null : text(value)}
          onChange={(given) => onChange(name, given)}
          clearable={!field.required}
          // Choosing again what is chosen leaves it chosen; the cross takes it away.
          allowDeselect={false}
          selectFirstOptionOnChange
          nothingFoundMessage="Nothing found"
          clearButtonProps={{ 'aria-label': 'Clear' }}
          comboboxProps={closedUnmounted}
        />
      );
    case 'options':
      return (
        <MultiSelect
          {...common}
          data={[...(field.options ?? [])]}
          value={texts(value)}
          onChange={(given) => onChange(name, given)}
          clearable
          searchable
          nothingFoundMessage="Nothing found"
          clearButtonProps={{ 'aria-label': 'Clear' }}
          comboboxProps={closedUnmounted}
        />
      );
    case 'list':
      return (
        <LongTextInput
          {...line}
          description={hint ?? 'One per line'}
          value={texts(value).join('\n')}
          onChange={(event) => {
            const written = event.currentTarget.value;
            onChange(name, written === '' ? [] : written.split('\n'));
          }}
        />
      );
    case 'reference':
      return <ReferenceInput {...props} />;
    case 'object':
      return <ObjectInput {...props} partInput={FieldInput} />;
    case 'file':
      return <PictureInput {...props} />;
  }
});
