import { Autocomplete, CloseButton } from '@mantine/core';
import type { EntityName } from '#shared/model/entities.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { bridge } from '../../bridge/bridge.ts';
import classes from './list-screen.module.css';
import { useTypedText } from './use-typed-text.ts';

/** Pause in typing after which the list follows, in milliseconds. */
const PAUSE_MS = 250;
/** Suggestions in sight: the rest is found by typing on. */
const MOST = 8;

interface TextFilterProps {
  entity: EntityName;
  name: string;
  label: string;
  value: string;
  onChange: (value: string) => void;
}

/** A filter that takes any text and suggests what the records hold: the parts of a value that names several. */
export function TextFilter({ entity, name, label, value, onChange }: TextFilterProps): ReactNode {
  const { text, type, tell, isTold } = useTypedText(value, onChange, PAUSE_MS);
  const [wanted, setWanted] = useState(false);
  const search = text.trim();
  const { data = [] } = useQuery({
    queryKey: ['known values', entity, name, search],
    queryFn: () => bridge.call('records.values', { entity, field: name, search }),
    enabled: wanted,
    placeholderData: keepPreviousData,
    staleTime: 0,
    retry: false,
  });

  return (
    <Autocomplete
      className={classes.filter}
      size="sm"
      aria-label={label}
      placeholder={label}
      autoComplete="off"
      maxLength={200}
      data={partsOf(data, search)}
      filter={({ options }) => options}
      limit={MOST}
      value={text}
      onFocus={() => setWanted(true)}
      onChange={type}
      onOptionSubmit={tell}
      onBlur={() => !isTold(text) && tell(text)}
      onKeyDown={(event) => {
        if (event.key === 'Enter') tell(event.currentTarget.value);
      }}
      data-set={value !== '' || undefined}
      rightSection={
        text === '' ? null : (
          <CloseButton
            size="sm"
            className={classes.filterClear}
            aria-label={`Clear ${label}`}
            onClick={() => tell('')}
          />
        )
      }
      comboboxProps={{
        keepMounted: false,
        transitionProps: { duration: 0 },
        width: 'max-content',
        position: 'bottom-start',
      }}
    />
  );
}

/** "React, Node.js" offers "React" and "Node.js": the filter finds either within it. */
function partsOf(values: readonly string[], search: string): string[] {
  const parts = new Map<string, string>();
  for (const part of values.flatMap((value) => value.split(/[,;\n]/))) {
    const shown = part.trim();
    const key = shown.toLowerCase();
    if (shown !== '' && key.includes(search.toLowerCase()) && !parts.has(key)) parts.set(key, shown);
  }
  return [...parts.values()].sort((one, other) => one.localeCompare(other));
}
