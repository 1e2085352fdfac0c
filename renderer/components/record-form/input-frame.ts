import type { ReactNode } from 'react';
import type { FieldInputProps } from './field-input-props.ts';
import { requiredMark } from './required-mark.ts';

interface InputFrame {
  label: string;
  error: string | true | undefined;
  description: ReactNode;
  inputWrapperOrder: ('label' | 'input' | 'description' | 'error')[];
  labelProps?: { 'data-marked': true };
  'aria-required': true | undefined;
  'data-field': string;
}

/** What stands around the input of a field, whatever its kind: label, hint, complaint, and the name that it is found by. */
export function inputFrame({
  name,
  field,
  label,
  error,
  hint,
}: Pick<FieldInputProps, 'name' | 'field' | 'label' | 'error' | 'hint'>): InputFrame {
  return {
    label,
    error,
    description: hint,
    inputWrapperOrder: ['label', 'input', 'description', 'error'],
    // `required` itself would add the browser's own messages.
    ...requiredMark(field.required === true),
    'aria-required': field.required === true || undefined,
    'data-field': name,
  };
}
