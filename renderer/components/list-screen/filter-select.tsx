import { Select } from '@mantine/core';
import { isEntityName, type EntityName } from '#shared/model/entities.ts';
import type { Field } from '#shared/model/field.ts';
import { useCallback, useEffect, useState, type ReactNode } from 'react';
import { bridge } from '../../bridge/bridge.ts';
import { useBridgeEvent } from '../../bridge/use-bridge-event.ts';
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

/** More than this many choices can be searched by typing. */
const SEARCHABLE_FROM = 10;

/** One filter of a list: the values of its field, or the records that it refers to. */
export function FilterSelect(props: FilterSelectProps): ReactNode {
  const { entity, name, field, label, value, onChange } = props;
  const references = useReferences(field);
  const existing = useExistingValues(entity, props.fromData ? name : null);
  const data = props.options
    ? [...props.options]
    : props.fromData
      ? [...new Set([...existing, ...(value === '' ? [] : [value])])]
      : field.kind === 'boolean'
        ? ['Yes', 'No']
        : field.kind === 'reference'
          ? references
          : [...(field.options ?? [])];
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
      clearButtonProps={{ 'aria-label': 'Clear' }}
      searchable={data.length >= SEARCHABLE_FROM}
      data-set={value !== '' || undefined}
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

function useReferences(field: Field): { value: string; label: string }[] {
  const [choices, setChoices] = useState<{ value: string; label: string }[]>([]);
  const target = field.kind === 'reference' ? (field.target?.entity ?? '') : '';
  const load = useCallback(() => {
    if (!isEntityName(target)) return;
    bridge.call('records.choices', { entity: target, limit: 200 }).then(
      (found) => setChoices(found.map(({ _id, title }) => ({ value: _id, label: title }))),
      // A filter without choices is empty; the next change of the records fills it.
      () => undefined,
    );
  }, [target]);
  useEffect(load, [load]);
  useBridgeEvent('changed', ({ entity }) => {
    if (entity === target) load();
  });
  return choices;
}

function useExistingValues(entity: EntityName, field: string | null): string[] {
  const [values, setValues] = useState<string[]>([]);
  const load = useCallback(() => {
    if (field === null) return;
    bridge.call('records.values', { entity, field }).then(setValues, () => undefined);
  }, [entity, field]);
  useEffect(load, [load]);
  useBridgeEvent('changed', (event) => {
    if (event.entity === entity) load();
  });
  return values;
}
