import { Select, type SelectProps } from '@mantine/core';
import { useState, type FormEvent, type KeyboardEvent, type ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { bestFirst } from './best-first.ts';
import { fitAmong } from './searched-value.ts';
import { takeMarked } from './take-marked.ts';

interface Choice {
  value: string;
  label: string;
}

type SearchedSelectProps = Omit<
  SelectProps,
  'data' | 'value' | 'onChange' | 'onInput' | 'onKeyDown' | 'onBlur'
> & {
  data: readonly Choice[];
  value: string | null;
  onChange: (value: string | null) => void;
};

/**
 * A choice that a button beside it acts on. What is typed over is chosen no more, so nobody acts on what stands there no more;
 * a text that fits one choice alone is that one once the field is left.
 */
export function SearchedSelect({ data, value, onChange, ...props }: SearchedSelectProps): ReactNode {
  const [typed, setTyped] = useState<{ text: string; before: string | null; isLeft: boolean } | null>(null);
  const labels = data.map(({ label }) => label);
  const shown = typed ? typed.before : value;
  const choose = (chosen: string | null): void => {
    setTyped(null);
    onChange(chosen);
  };
  return (
    <Select
      {...props}
      data={[...data]}
      searchable
      filter={bestFirst}
      allowDeselect={false}
      openOnFocus={false}
      // Once more when they come: a quick hand types before.
      selectFirstOptionOnChange={data.length > 0}
      nothingFoundMessage="Nothing found"
      comboboxProps={{ transitionProps: { duration: 0 } }}
      value={shown}
      searchValue={typed ? typed.text : (data.find((one) => one.value === shown)?.label ?? '')}
      error={typed?.isLeft ? fitAmong(labels, typed.text).problem : props.error}
      onOptionSubmit={choose}
      onInput={({ currentTarget }: FormEvent<HTMLInputElement>) => {
        setTyped({ text: currentTarget.value, before: shown, isLeft: false });
        onChange(null);
      }}
      onKeyDown={(event: KeyboardEvent<HTMLInputElement>) => {
        if (!typed) return;
        if (event.key === 'Tab' && fitAmong(labels, typed.text).meant === undefined)
          takeMarked(event.currentTarget);
        if (event.key === 'Escape') choose(typed.before);
      }}
      onBlur={() => {
        if (!typed) return;
        const { meant } = fitAmong(labels, typed.text);
        const chosen = data.find(({ label }) => label === meant);
        if (typed.text.trim() === '') choose(null);
        else if (chosen) flushSync(() => choose(chosen.value));
        else setTyped({ ...typed, isLeft: true });
      }}
    />
  );
}
