import { Checkbox, TextInput } from '@mantine/core';
import { memo, type ReactNode } from 'react';
import type { FieldInputProps } from './field-input-props.ts';
import { AmountInput } from './inputs/amount-input.tsx';
import { DateInput } from './inputs/date-input.tsx';
import { LongTextInput } from './inputs/long-text-input.tsx';
import { ObjectInput } from './inputs/object-input.tsx';
import { OptionInput, OptionsInput } from './inputs/option-input.tsx';
import { PhoneInput } from './inputs/phone-input.tsx';
import { PictureInput } from './inputs/picture-input.tsx';
import { ReferenceInput } from './inputs/reference-input.tsx';
import { inputFrame } from './input-frame.ts';
import { roomFor } from './room.ts';

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
      return <OptionInput {...props} />;
    case 'options':
      return <OptionsInput {...props} />;
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
