import './editor-look.css';
import { Input } from '@mantine/core';
import { CKEditor } from '@ckeditor/ckeditor5-react';
import { ClassicEditor } from 'ckeditor5';
import { useEffect, useId, useMemo, useRef, useState, type ReactNode } from 'react';
import type { FieldInputProps } from '../record-form/field-input-props.ts';
import { requiredMark } from '../record-form/required-mark.ts';
import { UnreadText } from '../record-form/unread-text.ts';
import { editorSettings } from './editor-settings.ts';
import { enterAtEnd } from './enter-at-end.ts';
import { keepEscape } from './keep-escape.ts';
import { keepInSight } from './keep-in-sight.ts';
import { openFromText } from './open-from-text.ts';
import { OwnPictures, type PictureRefusedEvent } from './own-pictures.ts';
import classes from './rich-text.module.css';
import { NOT_LOADED } from './web-picture.tsx';
import { isFocusLost } from '../keyboard/keep-focus.ts';

/** Where the editor has a fault it begins anew with the text of so long ago at most, in milliseconds. */
const KEPT_EVERY_MS = 500;
const BEGUN_ANEW = 'The editor had to begin anew. Look whether the last words that you wrote are there.';
const STILL_READING = 'A picture is still being read. Save again in a moment.';

const WATCHDOG = { saveInterval: KEPT_EVERY_MS };

const html = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Rich text with its toolbar. Loaded when it is first needed: see rich-text-input.tsx. */
export function RichTextEditor(props: FieldInputProps): ReactNode {
  const { name, field, label, value, error, hint, onChange, onBlur } = props;
  const id = useId();
  const host = useRef<HTMLDivElement>(null);
  const [opening] = useState(() => html(value));
  const [editor, setEditor] = useState<ClassicEditor | null>(null);
  /** The last value from outside, and the editor's own writing of it: the editor writes tags in its own way. */
  const given = useRef({ value, written: '' });
  /** The value as the form has it. */
  const known = useRef(value);
  const taking = useRef(false);
  /** Why a picture was not taken. */
  const [problem, setProblem] = useState<string | null>(null);

  const settings = useMemo(
    () => ({
      ...editorSettings,
      root: { label, element: { name: 'div', classes: [classes.text ?? ''] } },
    }),
    [label],
  );

  const ready = (made: ClassicEditor): void => {
    if (editor) beginAnew(made);
    else given.current = { value: known.current, written: made.getData() };
    setEditor(made);
  };

  /** After a fault of the editor this is a new one, with the text of the old. */
  const beginAnew = (made: ClassicEditor): void => {
    // What the old one could not take down itself looks as if it could be written in.
    const own = [made.ui.element, made.ui.view.body.bodyCollectionContainer];
    for (const part of host.current?.querySelectorAll('.ck-editor, .ck-body') ?? [])
      if (!own.some((each) => each === part)) part.remove();
    changed(made);
    setProblem(BEGUN_ANEW);
    if (isFocusLost()) made.focus();
  };

  useEffect(() => {
    const body = editor?.ui.view.body.bodyCollectionContainer;
    const whole = host.current;
    if (!editor || !body || !whole) return;
    // Within the dialog, so that its balloons are above it, its keys reach it, and screen readers too.
    whole.append(body);
    whole.addEventListener('click', openFromText);
    const letGo = [keepEscape(editor, whole), enterAtEnd(editor), keepInSight(editor)];
    const pictures = editor.plugins.get(OwnPictures);
    pictures.on<PictureRefusedEvent>('refused', (_event, sentence) => setProblem(sentence));
    return () => {
      for (const each of letGo) each();
      whole.removeEventListener('click', openFromText);
    };
  }, [editor]);

  useEffect(() => {
    if (!editor || value === known.current) return;
    taking.current = true;
    editor.setData(html(value));
    taking.current = false;
    known.current = value;
    given.current = { value, written: editor.getData() };
  }, [editor, value]);

  useEffect(() => {
    editor?.editing.view.change((writer) => {
      const root = editor.editing.view.document.getRoot();
      if (!root) return;
      writer.setAttribute('spellcheck', 'true', root);
      writer.setAttribute('aria-describedby', `${id}-hint ${id}-error`, root);
      if (error === undefined) writer.removeAttribute('aria-invalid', root);
      else writer.setAttribute('aria-invalid', 'true', root);
    });
  }, [editor, error, id]);

  const changed = (by: ClassicEditor): void => {
    if (taking.current) return;
    const written = by.getData();
    // What is as it was is no change, though the editor writes it otherwise.
    const kept = written === given.current.written ? given.current.value : written;
    const next = by.plugins.get(OwnPictures).isReading ? new UnreadText(written, STILL_READING) : kept;
    known.current = next;
    onChange(name, next);
  };

  return (
    <Input.Wrapper
      label={label}
      labelElement="div"
      labelProps={{ ...requiredMark(field.required === true).labelProps, onClick: () => editor?.focus() }}
      error={problem ?? error}
      errorProps={{ id: `${id}-error`, role: 'alert', className: problem === null ? '' : classes.problem }}
      description={hint ?? NOT_LOADED}
      descriptionProps={{ id: `${id}-hint` }}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
    >
      <div
        ref={host}
        className={classes.editor}
        data-field={name}
        data-invalid={error !== undefined || undefined}
      >
        <CKEditor
          editor={ClassicEditor}
          config={settings}
          data={opening}
          watchdogConfig={WATCHDOG}
          onReady={ready}
          onChange={(_event, by) => changed(by)}
          onBlur={() => onBlur?.(name)}
        />
      </div>
    </Input.Wrapper>
  );
}
