import { MultiSelect, Select } from '@mantine/core';
import { flushSync } from 'react-dom';
import type { FormEvent, KeyboardEvent, ReactNode } from 'react';
import { markTextOnEntering } from '../../keyboard/type-over.ts';
import type { FieldInputProps } from '../field-input-props.ts';
import { inputFrame } from '../input-frame.ts';
import { UnreadText } from '../unread-text.ts';
import { bestFirst } from './best-first.ts';
import { chosenOf, searchedAmong, searchOf } from './searched-value.ts';
import { takeMarked } from './take-marked.ts';

/** From this many choices on a select can be searched by typing. */
const SEARCHABLE_FROM = 6;

/** A dozen lists that nobody has opened need not be on the page. */
const closedUnmounted = { keepMounted: false, transitionProps: { duration: 0 } } as const;

const lists = {
  filter: bestFirst,
  nothingFoundMessage: 'Nothing found',
  clearButtonProps: { 'aria-label': 'Clear' },
  comboboxProps: closedUnmounted,
} as const;

/**
 * One of a fixed set of values. What is typed to find it and stands for one alone is taken for it once the field is left;
 * anything else stays, with the reason: it is neither saved nor lost.
 */
export function OptionInput(props: FieldInputProps): ReactNode {
  const { name, field, value, onChange, onBlur } = props;
  const options = field.options ?? [];
  const chosen = chosenOf(value);
  const label = typeof chosen === 'string' && chosen !== '' ? chosen : null;
  const isSearched = options.length >= SEARCHABLE_FROM;
  return (
    <Select
      {...inputFrame(props)}
      {...lists}
      {...(isSearched
        ? {
            searchable: true,
            searchValue: searchOf(value) ?? label ?? '',
            onMouseDown: markTextOnEntering,
            onInput: ({ currentTarget }: FormEvent<HTMLInputElement>): void => {
              const text = currentTarget.value;
              onChange(name, text.trim() === '' ? null : searchedAmong(options, text, value));
            },
            onKeyDown: (event: KeyboardEvent<HTMLInputElement>): void => {
              if (!(value instanceof UnreadText)) return;
              if (event.key === 'Tab' && value.meant === undefined) takeMarked(event.currentTarget);
              if (event.key === 'Escape') onChange(name, value.before ?? null);
            },
          }
        : {})}
      data={[...options]}
      value={label}
      // The library tells of no change where what was chosen is chosen again.
      onOptionSubmit={(given) => onChange(name, given)}
      onChange={(given) => onChange(name, given)}
      onBlur={() => leave(props, () => onBlur?.(name))}
      clearable={!field.required}
      // Choosing again what is chosen leaves it chosen; the cross takes it away.
      allowDeselect={false}
      selectFirstOptionOnChange
    />
  );
}

/** Several of a fixed set of values, typed as one is. */
export function OptionsInput(props: FieldInputProps): ReactNode {
  const { name, field, value, onChange, onBlur } = props;
  const options = field.options ?? [];
  const chosen = textsOf(chosenOf(value));
  const search = (text: string): void => {
    const others = options.filter((option) => !chosen.includes(option));
    const found = (option: string): string[] => [...chosen, option];
    onChange(name, text.trim() === '' ? chosen : searchedAmong(others, text, chosen, found));
  };
  return (
    <MultiSelect
      {...inputFrame(props)}
      {...lists}
      data={[...options]}
      value={chosen}
      searchValue={searchOf(value) ?? ''}
      onInput={({ currentTarget }) => search(currentTarget.value)}
      onKeyDown={(event) => {
        if (!(value instanceof UnreadText)) return;
        if (event.key === 'Escape') onChange(name, chosen);
        if (event.key !== 'Enter' || event.nativeEvent.isComposing || value.meant === undefined) return;
        event.preventDefault();
        onChange(name, value.meant);
      }}
      onChange={(given) => onChange(name, given)}
      onBlur={() => leave(props, () => onBlur?.(name))}
      clearable
      searchable
    />
  );
}

/** What is meant is shown before it is judged: that looks at what the form has. */
function leave({ name, value, onChange }: FieldInputProps, judge: () => void): void {
  if (value instanceof UnreadText && value.meant !== undefined) flushSync(() => onChange(name, value.meant));
  judge();
}

const textsOf = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];
