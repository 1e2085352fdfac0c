import { Autocomplete } from '@mantine/core';
import type { EntityName } from '#shared/model/entities.ts';
import { useQuery } from '@tanstack/react-query';
import { useState, type ComponentType, type ReactNode } from 'react';
import { bridge } from '../../../bridge/bridge.ts';
import type { FieldInputProps } from '../field-input-props.ts';
import { requiredMark } from '../required-mark.ts';

/** Offered at a time; typing finds the rest. */
const MOST = 50;

/**
 * An input for free text that offers what other records of the entity hold there, so that one thing keeps one name.
 * Anything else may be typed. Called once, outside of rendering.
 */
export function knownValuesOf(entity: EntityName): ComponentType<FieldInputProps> {
  return function KnownValues(props: FieldInputProps): ReactNode {
    const { name, field, label, value, error, hint, onChange, onBlur } = props;
    const [wanted, setWanted] = useState(false);
    // Without an answer it is a field like any other.
    const { data = [] } = useQuery({
      queryKey: ['known values', entity, name],
      queryFn: () => bridge.call('records.values', { entity, field: name }),
      enabled: wanted,
      staleTime: 0,
    });
    return (
      <Autocomplete
        label={label}
        error={error}
        description={hint}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        {...requiredMark(field.required === true)}
        aria-required={field.required === true || undefined}
        data-field={name}
        autoComplete="off"
        maxLength={field.maxLength}
        value={typeof value === 'string' ? value : ''}
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
