import type { Field } from '#shared/model/field.ts';
import type { ReactNode } from 'react';

/** What every input of a field is given. */
export interface FieldInputProps {
  name: string;
  field: Field;
  label: string;
  value: unknown;
  /** Shown text of a reference. */
  referenceText?: string | undefined;
  /** `true` where the sentence stands beside a field before it. */
  error?: string | true | undefined;
  hint?: ReactNode;
  /** What people call the record, for a picture of it. */
  of?: string;
  /** Must be the same function from render to render. */
  onChange: (name: string, value: unknown, referenceText?: string) => void;
  onBlur?: (name: string) => void;
}
