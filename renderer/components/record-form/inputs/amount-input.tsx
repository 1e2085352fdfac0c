import { TextInput } from '@mantine/core';
import { formatNumber, formatRupees } from '#shared/format/numbers.ts';
import { readAmount, readNumber } from '#shared/format/read-amount.ts';
import type { Field } from '#shared/model/field.ts';
import { useState, type FocusEvent, type ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { markTextOnEntering } from '../../keyboard/type-over.ts';
import type { FieldInputProps } from '../field-input-props.ts';
import classes from '../record-form.module.css';
import { inputFrame } from '../input-frame.ts';
import { UnreadText } from '../unread-text.ts';

/**
 * An amount or a number, typed as people write it (`45k`, `Rs. 45,000/-`). What was understood stands beside the text
 * while it is typed; what cannot be understood stays as it was typed, with the reason.
 */
export function AmountInput(props: FieldInputProps): ReactNode {
  const { name, field, label, value, onChange, onBlur } = props;
  /** What is in the field while it is typed in, and the value that it was read as. */
  const [typed, setTyped] = useState<{ text: string; value: unknown } | null>(null);
  // A value that came from elsewhere meanwhile is shown in place of the text.
  const isTyped = typed !== null && typed.value === value;
  const text = isTyped ? typed.text : value instanceof UnreadText ? value.text : shown(field, value);
  const echo = isTyped && typeof value === 'number' ? shown(field, value) : '';

  const type = (given: string): void => {
    const read = (field.kind === 'money' ? readAmount : readNumber)(given, label);
    const now = 'problem' in read ? new UnreadText(given, read.problem) : read.value;
    setTyped({ text: given, value: now });
    onChange(name, now);
  };
  const enter = ({ currentTarget }: FocusEvent<HTMLInputElement>): void => {
    if (value instanceof UnreadText) return;
    // Without its signs, so that what is corrected in it is read as it stands; all of it marked, so that typing replaces.
    flushSync(() => setTyped({ text: plain(field, value), value }));
    currentTarget.select();
  };
  return (
    <TextInput
      {...inputFrame(props)}
      autoComplete="off"
      placeholder={field.placeholder}
      value={text}
      onChange={(event) => type(event.currentTarget.value)}
      onFocus={enter}
      onMouseDown={markTextOnEntering}
      onBlur={() => {
        setTyped(null);
        onBlur?.(name);
      }}
      rightSectionPointerEvents="none"
      {...(echo === '' ? {} : { rightSectionWidth: `${echo.length + 4}ch` })}
      rightSection={
        <output aria-live="polite" className={classes.echo}>
          {echo && `= ${echo}`}
        </output>
      }
    />
  );
}

/** `₹45,000`, or `1,000` where it is no amount; '' for none. */
function shown({ kind }: Field, value: unknown): string {
  if (typeof value !== 'number') return '';
  return kind === 'money' ? formatRupees(value) : formatNumber(value);
}

/** `45000` or `45000.50`. */
function plain({ kind }: Field, value: unknown): string {
  if (typeof value !== 'number') return '';
  return kind === 'money' && !Number.isInteger(value) ? value.toFixed(2) : String(value);
}
