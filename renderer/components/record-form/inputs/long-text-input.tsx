import { Textarea, type TextareaProps } from '@mantine/core';
import type { ReactNode } from 'react';
import { caretToEnd, useEntering } from '../../keyboard/use-entering.ts';

/** Notes and other texts of several lines: one who comes by keys goes on where they end. */
export function LongTextInput({ onBlur, ...props }: TextareaProps): ReactNode {
  const entering = useEntering(caretToEnd);
  return (
    <Textarea
      {...props}
      autosize
      spellCheck
      minRows={2}
      maxRows={8}
      onMouseDown={entering.onMouseDown}
      onFocus={entering.onFocus}
      onBlur={(event) => {
        entering.onBlur(event);
        onBlur?.(event);
      }}
    />
  );
}
