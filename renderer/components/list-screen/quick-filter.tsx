import { Button } from '@mantine/core';
import { indianDayRange } from '#shared/format/dates.ts';
import type { ListQuery } from '#shared/protocol/list-calls.ts';
import { useMemo, useState, type ReactNode } from 'react';
import { useNow } from '../use-now.ts';
import classes from './list-screen.module.css';
import { chosenPeriod, type Period, type QuickFilter } from './periods.ts';

const EVERY_MS = 60_000;
const nothing = {};

/** A choice and the time that it counts from. */
interface Chosen {
  choice: Period | undefined;
  at: number;
}

/**
 * What the address says of a quick filter. Its times are those of the moment of choosing, and are taken anew on the
 * next Indian day: rows that leave or join by the minute would move the list under the pointer.
 */
export function useQuickFilter(
  quickFilter: QuickFilter | undefined,
  params: URLSearchParams,
): { value: string; asked: Pick<ListQuery, 'filter' | 'anyOf'> } {
  const now = useNow(EVERY_MS);
  const choice = chosenPeriod(quickFilter, params);
  const [chosen, setChosen] = useState<Chosen>({ choice, at: now });
  if (chosen.choice !== choice || indianDayRange(chosen.at).from !== indianDayRange(now).from) {
    setChosen({ choice, at: now });
  }
  const asked = useMemo(() => {
    const { choice: period, at } = chosen;
    if (!period) return nothing;
    const anyOf = period.anyOf?.(at);
    return { filter: period.filter(at), ...(anyOf ? { anyOf: [...anyOf] } : {}) };
  }, [chosen]);
  return { value: choice?.value ?? '', asked };
}

interface QuickFilterControlProps {
  quickFilter: QuickFilter;
  value: string;
  /** The choice that was pressed; undefined where it was taken back, or is the preset one. */
  onChange: (choice: Period | undefined) => void;
}

/** The choices side by side; pressing the chosen one again takes it back. */
export function QuickFilterControl({ quickFilter, value, onChange }: QuickFilterControlProps): ReactNode {
  const offered = quickFilter.choices.filter((choice) => !choice.linkOnly || choice.value === value);
  if (offered.length === 0) return null;
  return (
    <Button.Group aria-label={quickFilter.label} className={classes.quick}>
      {offered.map((choice) => {
        const pressed = choice.value === value;
        return (
          <Button
            key={choice.value}
            variant="default"
            size="sm"
            px="sm"
            fw={400}
            aria-pressed={pressed}
            data-set={pressed || undefined}
            onClick={() => onChange(pressed || choice.value === quickFilter.preset ? undefined : choice)}
          >
            {choice.label}
          </Button>
        );
      })}
    </Button.Group>
  );
}
