import { TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { phoneDoubt, readPhone } from '#shared/format/phone.ts';
import { plainFigures } from '#shared/format/plain-figures.ts';
import { useState, type ClipboardEvent, type ReactNode } from 'react';
import type { FieldInputProps } from '../field-input-props.ts';
import classes from '../record-form.module.css';
import { inputFrame } from '../input-frame.ts';
import { roomFor } from '../room.ts';
import { UnreadText } from '../unread-text.ts';

/** Every number is too short while it is typed: doubts come with the next field, or with a pause this long. */
const PAUSE_MS = 1_000;

/** A phone number, or several, as people write them. One that looks mistyped is doubted, not refused. */
export function PhoneInput(props: FieldInputProps): ReactNode {
  const { name, field, label, value, error, hint, onChange, onBlur } = props;
  const [focused, setFocused] = useState(false);
  const text = value instanceof UnreadText ? value.text : typeof value === 'string' ? value : '';
  const [settled] = useDebouncedValue(text, PAUSE_MS);
  const doubt = focused && settled !== text ? null : phoneDoubt(text);

  const type = (written: string): void => {
    // Called and searched for in the figures of all others, whatever script it is typed in.
    const given = plainFigures(written);
    const read = readPhone(given, label);
    // An emptied field stays the text that it is: only what holds something is judged.
    onChange(name, 'problem' in read ? new UnreadText(given, read.problem) : given);
  };
  const paste = (event: ClipboardEvent<HTMLInputElement>): void => {
    const pasted = event.clipboardData.getData('text').trim();
    if (!/[\r\n]/.test(pasted)) return;
    // A line of text has no line ends: without a sign between them two numbers would become one.
    event.preventDefault();
    const { selectionStart, selectionEnd } = event.currentTarget;
    const [from, to] = [selectionStart ?? text.length, selectionEnd ?? text.length];
    const line = pasted.replace(/\s*[\r\n]+\s*/g, ' / ');
    type((text.slice(0, from) + line + text.slice(to)).slice(0, roomFor(field.maxLength)));
  };
  return (
    <TextInput
      type="tel"
      {...inputFrame(props)}
      description={
        doubt === null || (error !== undefined && error !== true) ? (
          hint
        ) : (
          <>
            <span role="status" className={classes.doubt}>
              {doubt}
            </span>
            {hint}
          </>
        )
      }
      autoComplete="off"
      maxLength={roomFor(field.maxLength)}
      placeholder={field.placeholder}
      value={text}
      onChange={(event) => type(event.currentTarget.value)}
      onPaste={paste}
      onFocus={() => setFocused(true)}
      onBlur={() => {
        setFocused(false);
        onBlur?.(name);
      }}
    />
  );
}
