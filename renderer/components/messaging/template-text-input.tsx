import { MESSAGE_WORDS, messageFields } from '#shared/messages/message-fields.ts';
import { MESSAGED, messageTemplate } from '#shared/model/message-template.ts';
import type { Role } from '#shared/access/roles.ts';
import { Select } from '@mantine/core';
import { useRef, type ReactNode } from 'react';
import type { FieldInputProps } from '../record-form/field-input-props.ts';
import { FieldInput } from '../record-form/field-input.tsx';
import { bestFirst } from '../record-form/inputs/best-first.ts';
import classes from './messaging.module.css';

const readers = Object.keys(messageTemplate.access) as Role[];

/** What can stand in braces, by whose it is. */
const GROUPS = [
  { group: 'Everybody', fields: Object.entries(MESSAGE_WORDS).map(([name, label]) => ({ name, label })) },
  ...Object.entries(MESSAGED).map(([group, entity]) => ({ group, fields: messageFields(entity, readers) })),
].map(({ group, fields }) => ({
  group,
  items: fields.map(({ name, label }) => ({ value: `${group} ${name}`, label: `${label}  {${name}}` })),
}));

/** The text of a template, with the fields that can be put in where the caret stands. */
export function TemplateTextInput(props: FieldInputProps): ReactNode {
  const { name, value, onChange } = props;
  const box = useRef<HTMLDivElement>(null);
  const insert = (chosen: string | null): void => {
    const field = box.current?.querySelector('textarea');
    const word = chosen?.split(' ')[1];
    if (word === undefined || !field) return;
    const text = typeof value === 'string' ? value : '';
    const [from, to] = [field.selectionStart, field.selectionEnd];
    const written = `{${word}}`;
    onChange(name, `${text.slice(0, from)}${written}${text.slice(to)}`);
    // Once the text has been drawn anew, one writes on behind it.
    setTimeout(() => {
      field.focus();
      field.setSelectionRange(from + written.length, from + written.length);
    });
  };
  return (
    <div ref={box}>
      <FieldInput {...props} />
      <Select
        className={classes.insert ?? ''}
        aria-label="Insert a field"
        placeholder="Insert a field"
        size="xs"
        data={GROUPS}
        value={null}
        onChange={insert}
        searchable
        filter={bestFirst}
        openOnFocus={false}
        selectFirstOptionOnChange
        selectFirstOptionOnDropdownOpen
        nothingFoundMessage="Nothing found"
        comboboxProps={{ keepMounted: false, transitionProps: { duration: 0 } }}
      />
    </div>
  );
}
