import type { ReactNode } from 'react';
import { leanOf } from '#shared/format/lean.ts';
import { dateDraft } from '../../date-field/date-draft.ts';
import { DateField } from '../../date-field/date-field.tsx';
import { useToday } from '../../use-now.ts';
import type { FieldInputProps } from '../field-input-props.ts';
import { inputFrame } from '../input-frame.ts';

/** A date, or a date and time in Indian time, whatever the PC's own zone and language. */
export function DateInput(props: FieldInputProps): ReactNode {
  const { name, field, value, onChange, onBlur } = props;
  const today = useToday();
  return (
    <DateField
      kind={field.kind === 'datetime' ? 'datetime' : 'date'}
      lean={leanOf(field)}
      {...inputFrame(props)}
      value={dateDraft(value)}
      onChange={(given) => onChange(name, given)}
      onLeave={() => onBlur?.(name)}
      earliest={field.notBeforeNow ? today : field.earliest}
      latest={field.notAfterToday ? today : undefined}
    />
  );
}
