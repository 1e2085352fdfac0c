import { MultiSelect, Select, TagsInput, TextInput } from '@mantine/core';
import { isEntityName, type EntityName } from '#shared/model/entities.ts';
import type { Field } from '#shared/model/field.ts';
import { MOST_VALUES, type ConditionValue, type Operator } from '#shared/model/field-condition.ts';
import { PERIODS } from '#shared/model/periods.ts';
import { readAmount, readNumber } from '#shared/format/read-amount.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useId, useState, type ReactNode } from 'react';
import { bridge } from '../../bridge/bridge.ts';
import type { DateDraft } from '../date-field/date-draft.ts';
import { DateField } from '../date-field/date-field.tsx';
import { UnreadText } from '../record-form/unread-text.ts';
import { titlesOf } from './use-value-texts.ts';
import { bestFirst } from '../record-form/inputs/best-first.ts';
import classes from './field-filters.module.css';

/** What stands in the editor: values, and what cannot be read as one. */
export type Draft = readonly (ConditionValue | UnreadText)[];

export interface ValueInputProps {
  entity: EntityName;
  name: string;
  field: Field;
  label: string;
  op: Operator;
  value: Draft;
  onChange: (value: Draft) => void;
}

/** Choices that the desk is asked for at once: the rest is found by typing. */
const MOST_OFFERED = 100;
const inside = { withinPortal: false, transitionProps: { duration: 0 } } as const;
/** Beside the editor: several are chosen in a row, and what comes after stays in sight. */
const beside = { ...inside, position: 'right-start', width: 240, offset: 24 } as const;

/** The input for what an operator asks; none for empty and not empty. */
export function ValueInput(props: ValueInputProps): ReactNode {
  const { field, op } = props;
  switch (op) {
    case 'empty':
    case 'filled':
      return null;
    case 'anyOf':
    case 'noneOf':
      return field.target ? (
        <ReferenceValues {...props} />
      ) : field.kind === 'text' ? (
        <TextValues {...props} />
      ) : (
        <OptionValues {...props} />
      );
    case 'contains':
    case 'lacks':
      return (
        <TextInput
          label="Text"
          maxLength={200}
          autoComplete="off"
          value={textOf(props.value[0])}
          onChange={(event) => props.onChange([event.currentTarget.value])}
        />
      );
    case 'period':
      return (
        <Select
          label="Period"
          data={Object.entries(PERIODS).map(([value, label]) => ({ value, label }))}
          value={textOf(props.value[0]) || null}
          onChange={(chosen) => props.onChange(chosen === null ? [] : [chosen])}
          allowDeselect={false}
          comboboxProps={inside}
        />
      );
    case 'olderThan':
      return (
        <NumberInput
          label="Days"
          kind="number"
          value={props.value[0]}
          onChange={(days) => props.onChange([days])}
        />
      );
    case 'between':
      return <RangeInput {...props} />;
  }
}

/** A part of the draft as it stands in a line of text. */
function textOf(part: Draft[number] | undefined): string {
  if (part instanceof UnreadText) return part.text;
  return part === null || part === undefined ? '' : String(part);
}

function OptionValues({ field, value, onChange }: ValueInputProps): ReactNode {
  const isYesOrNo = field.kind === 'boolean';
  const options = isYesOrNo ? ['Yes', 'No'] : [...(field.options ?? [])];
  const word = (one: Draft[number]): string =>
    typeof one === 'boolean' ? (one ? 'Yes' : 'No') : textOf(one);
  return (
    <MultiSelect
      label="Values"
      data={options}
      value={value.map(word)}
      onChange={(chosen) => onChange(isYesOrNo ? chosen.map((one) => one === 'Yes') : chosen)}
      searchable
      filter={bestFirst}
      clearable
      maxValues={MOST_VALUES}
      selectFirstOptionOnChange
      nothingFoundMessage="Nothing found"
      comboboxProps={beside}
      maxDropdownHeight={300}
    />
  );
}

/** Any texts; those that the records here hold are offered. */
function TextValues({ entity, name, value, onChange }: ValueInputProps): ReactNode {
  const [search, setSearch] = useState('');
  const { data = [] } = useQuery({
    queryKey: ['known values', entity, name, search.trim()],
    queryFn: () => bridge.call('records.values', { entity, field: name, search: search.trim() }),
    placeholderData: keepPreviousData,
    staleTime: 0,
    retry: false,
  });
  return (
    <TagsInput
      label="Values"
      description="Enter adds what is typed"
      data={data.slice(0, MOST_OFFERED)}
      value={value.map(textOf)}
      onChange={onChange}
      searchValue={search}
      onSearchChange={setSearch}
      acceptValueOnBlur
      splitChars={[]}
      maxTags={MOST_VALUES}
      comboboxProps={beside}
      maxDropdownHeight={300}
    />
  );
}

function ReferenceValues({ field, value, onChange }: ValueInputProps): ReactNode {
  const target = field.target?.entity ?? '';
  const [search, setSearch] = useState('');
  const among = field.target?.among;
  const { data: found = [], isFetching } = useQuery({
    queryKey: ['filter choices', target, search.trim()],
    queryFn: () =>
      isEntityName(target)
        ? bridge.call('records.choices', {
            entity: target,
            ...(among ? { filter: among } : {}),
            ...(search.trim() === '' ? {} : { search: search.trim() }),
            limit: MOST_OFFERED,
          })
        : [],
    placeholderData: keepPreviousData,
    staleTime: 0,
    retry: false,
  });
  // What is chosen is named also where the search has left it behind.
  const { data: chosen } = useChosen(target, value.map(textOf));
  const choices = new Map([...(chosen ?? []), ...found.map(({ _id, title }) => [_id, title] as const)]);
  return (
    <MultiSelect
      label="Values"
      data={[...choices].map(([id, label]) => ({ value: id, label }))}
      value={value.map(textOf)}
      onChange={onChange}
      searchable
      searchValue={search}
      onSearchChange={setSearch}
      filter={({ options }) => options}
      clearable
      maxValues={MOST_VALUES}
      // Of what fits, when it has come.
      selectFirstOptionOnChange={!isFetching}
      nothingFoundMessage="Nothing found"
      comboboxProps={beside}
      maxDropdownHeight={300}
    />
  );
}

function useChosen(
  target: string,
  ids: readonly string[],
): { data: ReadonlyMap<string, string> | undefined } {
  return useQuery({
    queryKey: ['chosen values', target, ids],
    queryFn: () => titlesOf(target, ids),
    enabled: ids.length > 0,
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
}

function RangeInput({ field, label, value, onChange }: ValueInputProps): ReactNode {
  const [from = null, to = null] = value;
  const isDays = field.kind === 'date' || field.kind === 'datetime';
  const hint = useId();
  const end = (label_: string, given: Draft[number], take: (now: Draft[number]) => void): ReactNode =>
    isDays ? (
      <DayInput label={label_} value={given} onChange={take} describedBy={hint} />
    ) : (
      <NumberInput label={label_} kind={field.kind} value={given} onChange={take} describedBy={hint} />
    );
  return (
    <div role="group" aria-label={label}>
      <div className={classes.range}>
        <div>{end(isDays ? 'First day' : 'From', from, (now) => onChange([now, to]))}</div>
        <div>{end(isDays ? 'Last day' : 'To', to, (now) => onChange([from, now]))}</div>
      </div>
      <p id={hint} className={classes.hint}>
        Both included; one may stay open.
      </p>
    </div>
  );
}

interface EndProps {
  label: string;
  value: Draft[number] | undefined;
  onChange: (value: Draft[number]) => void;
  describedBy?: string;
}

function DayInput({ label, value = null, onChange }: EndProps): ReactNode {
  return (
    <DateField
      kind="date"
      lean="near"
      label={label}
      value={value as DateDraft}
      onChange={onChange}
      error={value instanceof UnreadText ? value.problem : null}
    />
  );
}

function NumberInput({
  label,
  kind,
  value = null,
  onChange,
  describedBy,
}: EndProps & { kind: Field['kind'] }): ReactNode {
  const [typed, setTyped] = useState(textOf(value));
  return (
    <TextInput
      label={label}
      inputMode="decimal"
      autoComplete="off"
      aria-describedby={describedBy}
      value={typed}
      error={value instanceof UnreadText ? value.problem : null}
      onChange={({ currentTarget: { value: text } }) => {
        setTyped(text);
        const read = (kind === 'money' ? readAmount : readNumber)(text, label);
        onChange('problem' in read ? new UnreadText(text, read.problem) : read.value);
      }}
    />
  );
}
