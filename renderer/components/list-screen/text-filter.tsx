import { Autocomplete, CloseButton } from '@mantine/core';
import type { EntityName } from '#shared/model/entities.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { bridge } from '../../bridge/bridge.ts';
import classes from './list-screen.module.css';

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
  const [text, setText] = useState(value);
  const [wanted, setWanted] = useState(false);
  const told = useRef(value);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const search = text.trim();
  const { data = [] } = useQuery({
    queryKey: ['known values', entity, name, search],
    queryFn: () => bridge.call('records.values', { entity, field: name, search }),
    enabled: wanted,
    placeholderData: keepPreviousData,
    staleTime: 0,
    retry: false,
  });

  useEffect(() => {
    // Changed from outside, by Clear filters or by going back: not by what was typed here.
    if (value === told.current) return;
    clearTimeout(timer.current);
    told.current = value;
    setText(value);
  }, [value]);
  useEffect(() => () => clearTimeout(timer.current), []);

  const tell = (written: string): void => {
    clearTimeout(timer.current);
    told.current = written.trim();
    onChange(told.current);
  };
  const write = (written: string, pause: number): void => {
    setText(written);
    clearTimeout(timer.current);
    if (pause === 0) tell(written);
    else timer.current = setTimeout(() => tell(written), pause);
  };
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
      onChange={(written) => write(written, PAUSE_MS)}
      onOptionSubmit={(chosen) => write(chosen, 0)}
      onBlur={() => text.trim() !== told.current && tell(text)}
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
            onClick={() => write('', 0)}
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
