import { Input } from '@mantine/core';
import type { ReactNode } from 'react';
import { loadedLater } from '../loaded-later.tsx';
import type { FieldInputProps } from '../record-form/field-input-props.ts';
import classes from './rich-text.module.css';

/** Input of a rich-text field, for a form's `input`. The editor is as large as the rest of the application. */
export const RichTextInput = loadedLater(
  async () => (await import('./rich-text-editor.tsx')).RichTextEditor,
  Waiting,
);

function Waiting({ label }: FieldInputProps): ReactNode {
  return (
    <Input.Wrapper label={label} labelElement="div">
      <div className={classes.editor}>
        <p className={classes.loading} role="status">
          Loading the editor...
        </p>
      </div>
    </Input.Wrapper>
  );
}
