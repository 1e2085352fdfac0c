import { Autocomplete } from '@mantine/core';
import type { EntityName } from '#shared/model/entities.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState, type ComponentType, type ReactNode } from 'react';
import { bridge } from '../../../bridge/bridge.ts';
import type { FieldInputProps } from '../field-input-props.ts';
import { inputFrame } from '../input-frame.ts';
import { roomFor } from '../room.ts';

/** Offered at a time; typing finds the rest. */
const MOST = 50;

/**
 * An input for free text that offers what records of an entity hold in its field of that name, or in another one, so
 * that one thing keeps one name. Anything else may be typed; who may not see those records is offered nothing. Called
 * once, outside of rendering.
 */
export function knownValuesOf(entity: EntityName, from?: string): ComponentType<FieldInputProps> {
  return function KnownValues(props: FieldInputProps): ReactNode {
    const { name, field, value, onChange, onBlur } = props;
    const [wanted, setWanted] = useState(false);
    const text = typeof value === 'string' ? value : '';
    const about = { entity, field: from ?? name, search: text.trim() };
    // Without an answer it is a field like any other.
    const { data = [] } = useQuery({
      queryKey: ['known values', about],
      queryFn: () => bridge.call('records.values', about),
      enabled: wanted,
      placeholderData: keepPreviousData,
      staleTime: 0,
      retry: false,
    });
    return (
      <Autocomplete
        {...inputFrame(props)}
        autoComplete="off"
        maxLength={roomFor(field.maxLength)}
        value={text}
        data={data}
        limit={MOST}
        openOnFocus={false}
        comboboxProps={{ keepMounted: false, transitionProps: { duration: 0 } }}
        onFocus={() => setWanted(true)}
        onChange={(written) => onChange(name, written)}
        onBlur={() => onBlur?.(name)}
      />
    );
  };
}
