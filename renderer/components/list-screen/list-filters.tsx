import { Button } from '@mantine/core';
import { entityOf, type EntityName } from '#shared/model/entities.ts';
import { fieldOf, type ListDefinition } from '#shared/model/entity.ts';
import type { ReactNode } from 'react';
import { useUser } from '../../stores/session.ts';
import { FilterSelect } from './filter-select.tsx';
import classes from './list-screen.module.css';
import { offeredFilters, type ListView } from './list-url.ts';
import { TextFilter } from './text-filter.tsx';

interface ListFiltersProps {
  entity: EntityName;
  list: ListDefinition;
  view: ListView;
  labelOf: (name: string) => string;
  /** Choices of filters that offer fewer than their fields' values. */
  options?: Readonly<Record<string, readonly string[]>> | undefined;
  /** Filters that offer the values which the records here hold. */
  fromData?: readonly string[] | undefined;
  /** `value` is '' where nothing is chosen. */
  onChange: (name: string, value: string) => void;
}

/** The filters of a list as its definition has them, "Mine" first. */
export function ListFilters(props: ListFiltersProps): ReactNode {
  const { entity, list, view, labelOf, onChange } = props;
  const { _id: userId } = useUser();
  const { mine } = list;
  const isMine = mine !== undefined && view.filters[mine] === userId;
  // Whose rows these are is said once.
  const names = offeredFilters(list, view).filter((name) => name !== mine || !isMine);
  return (
    <>
      {mine !== undefined && (
        <Button
          className={classes.mine}
          variant="default"
          size="sm"
          px="sm"
          fw={400}
          title={`Only where ${labelOf(mine)} is you`}
          aria-pressed={isMine}
          data-set={isMine || undefined}
          onClick={() => onChange(mine, isMine ? '' : userId)}
        >
          Mine
        </Button>
      )}
      {names.map((name) => {
        const filter = { entity, name, label: labelOf(name), value: view.filters[name] ?? '' };
        const change = (value: string): void => onChange(name, value);
        return list.heldFilters?.includes(name) ? (
          <TextFilter key={name} {...filter} onChange={change} />
        ) : (
          <FilterSelect
            key={name}
            {...filter}
            field={fieldOf(entityOf(entity), name)}
            {...(props.options?.[name] ? { options: props.options[name] } : {})}
            fromData={props.fromData?.includes(name) ?? false}
            onChange={change}
          />
        );
      })}
    </>
  );
}
