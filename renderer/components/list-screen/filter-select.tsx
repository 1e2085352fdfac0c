import { Select } from '@mantine/core';
import { isEntityName, type EntityName } from '#shared/model/entities.ts';
import type { Field, ReferenceTarget } from '#shared/model/field.ts';
import { useCallback, useEffect, useState, type ReactNode } from 'react';
import { bridge } from '../../bridge/bridge.ts';
import { useBridgeEvent } from '../../bridge/use-bridge-event.ts';
import { fetchChoices } from '../record-form/fetch-choices.ts';
import { markTextOnEntering } from '../keyboard/type-over.ts';
import { bestFirst } from '../record-form/inputs/best-first.ts';
import classes from './list-screen.module.css';

interface FilterSelectProps {
  entity: EntityName;
  name: string;
  field: Field;
  /** Choices in the place of the field's values. */
  options?: readonly string[];
  /** Offers the values that the records here hold. */
  fromData: boolean;
  label: string;
  value: string;
  onChange: (value: string) => void;
}

/** Records offered as choices, at most. */
const MOST = 200;
/** More than this many choices can be searched by typing. */
const SEARCHABLE_FROM = 10;
/** Choices longer than this are told apart by their last word, which must be seen. */
const LONG_OPTION_CHARACTERS = 16;

/** One filter of a list: the values of its field, or the records that it refers to. */
export function FilterSelect(props: FilterSelectProps): ReactNode {
  const { entity, name, field, label, value, onChange } = props;
  const offersRecords = !props.options && !props.fromData && field.kind === 'reference';
  const references = useReferences(offersRecords ? field.target : undefined, value);
  const existing = useExistingValues(entity, props.fromData ? name : null);
  const data = props.options
    ? [...props.options]
    : props.fromData
      ? [...new Set([...existing, ...(value === '' ? [] : [value])])]
      : field.kind === 'boolean'
        ? ['Yes', 'No']
        : offersRecords
          ? references
          : // A link may have set what is not among the values.
            [...new Set([...(field.options ?? []), ...(value === '' ? [] : [value])])];
  const choices = props.options ?? field.options ?? [];
  const isLong = choices.some((each) => each.length > LONG_OPTION_CHARACTERS);
  return (
    <Select
      className={classes.filter}
      size="sm"
      aria-label={label}
      placeholder={label}
      data={data}
      value={value === '' ? null : value}
      onChange={(chosen) => onChange(chosen ?? '')}
      clearable
      clearButtonProps={{ 'aria-label': 'Clear', className: classes.filterClear ?? '' }}
      allowDeselect={false}
      {...(data.length >= SEARCHABLE_FROM
        ? { searchable: true, filter: bestFirst, onMouseDown: markTextOnEntering }
        : {})}
      selectFirstOptionOnChange
      data-set={value !== '' || undefined}
      wrapperProps={{ 'data-long': isLong || undefined }}
      comboboxProps={{
        keepMounted: false,
        transitionProps: { duration: 0 },
        width: 'max-content',
        position: 'bottom-start',
      }}
      maxDropdownHeight={340}
    />
  );
}

/** The records that a reference may point to, none without a target, and the chosen one, also where it is not among the first of them. */
function useReferences(
  target: ReferenceTarget | undefined,
  chosen: string,
): readonly { value: string; label: string }[] {
  const among = target?.among;
  const ask = useCallback((entity: EntityName) => askForRecords(entity, chosen, among), [chosen, among]);
  return useChoicesOf(target && isEntityName(target.entity) ? target.entity : null, ask);
}

async function askForRecords(
  entity: EntityName,
  chosen: string,
  among: ReferenceTarget['among'],
): Promise<{ value: string; label: string }[]> {
  const filter = among ? { filter: among } : {};
  const first = await bridge.call('records.choices', { entity, ...filter, limit: MOST });
  const isMissing = chosen !== '' && !first.some(({ _id }) => _id === chosen);
  const more = isMissing
    ? await bridge.call('records.choices', { entity, filter: { _id: chosen }, limit: 1 })
    : [];
  const choices = [...first, ...more].map(({ _id, title }) => ({ value: _id, label: title }));
  // A link may name somebody who is gone; what narrows the list must be seen, to be taken away.
  return isMissing && more.length === 0 ? [...choices, { value: chosen, label: 'Unknown' }] : choices;
}

function useExistingValues(entity: EntityName, field: string | null): readonly string[] {
  const ask = useCallback(
    (of: EntityName) => bridge.call('records.values', { entity: of, field: field ?? '' }),
    [field],
  );
  return useChoicesOf(field === null ? null : entity, ask);
}

/**
 * Choices that come from the records of an entity; none where it is null. They are asked for again when the records
 * change and when the desk is back; where that fails, the filter keeps those that it has.
 * @param ask must be the same function from render to render
 */
function useChoicesOf<T>(
  entity: EntityName | null,
  ask: (entity: EntityName) => Promise<readonly T[]>,
): readonly T[] {
  const [choices, setChoices] = useState<readonly T[]>([]);
  const load = useCallback(() => {
    if (entity !== null) fetchChoices(entity, () => ask(entity), setChoices);
  }, [entity, ask]);
  useEffect(
    () =>
      bridge.onConnection((connection) => {
        if (connection === 'open') load();
      }),
    [load],
  );
  useBridgeEvent('changed', (event) => {
    if (event.entity === entity) load();
  });
  return choices;
}
