import { Input } from '@mantine/core';
import { lazy, Suspense, type ReactNode } from 'react';
import type { FieldInputProps } from '../record-form/field-input-props.ts';
import classes from './rich-text.module.css';

/** The editor is as large as the rest of the application: it is loaded when a form with rich text opens. */
const Editor = lazy(async () => ({ default: (await import('./rich-text-editor.tsx')).RichTextEditor }));

/** Input of a rich-text field, for a form's `input`. */
export function RichTextInput(props: FieldInputProps): ReactNode {
  return (
    <Suspense
      fallback={
        <Input.Wrapper label={props.label} labelElement="div">
          <div className={classes.editor}>
            <p className={classes.loading} role="status">
              Loading the editor...
            </p>
          </div>
        </Input.Wrapper>
      }
    >
      <Editor {...props} />
    </Suspense>
  );
}
