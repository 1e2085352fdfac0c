import { AUDIT_ACTIONS, AUDIT_KINDS } from '#shared/protocol/audit.ts';
import { Select } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { useChoices } from '../record-form/inputs/use-choices.ts';
import classes from './audit-log.module.css';
import { isAction } from './audit-wording.ts';
import { DayFilter } from './day-filter.tsx';
import type { AuditFilter } from './use-audit-log.ts';

interface AuditFiltersProps {
  filter: AuditFilter;
  onChange: (filter: AuditFilter) => void;
}

/** The kinds of lines under their headings. */
const kinds = [...new Set(Object.values(AUDIT_KINDS).map(({ group }) => group))].map((group) => ({
  group,
  items: AUDIT_ACTIONS.filter((action) => AUDIT_KINDS[action].group === group).map((value) => ({
    value,
    label: AUDIT_KINDS[value].label,
  })),
}));

/** What happened, to or by whom, and from which day to which. */
export function AuditFilters({ filter, onChange }: AuditFiltersProps): ReactNode {
  return (
    <div className={classes.filters} role="group" aria-label="Filters">
      <Select
        size="sm"
        className={classes.kind}
        aria-label="What happened"
        placeholder="What happened"
        data={kinds}
        value={filter.action}
        onChange={(chosen) => onChange({ ...filter, action: isAction(chosen) ? chosen : null })}
        clearable
        clearButtonProps={{ 'aria-label': 'Clear' }}
        allowDeselect={false}
        maxDropdownHeight={360}
      />
      <PersonSelect value={filter.userId} onChange={(userId) => onChange({ ...filter, userId })} />
      <DayFilter
        label="From day"
        value={filter.from}
        latest={filter.to ?? undefined}
        onChange={(from) => onChange({ ...filter, from })}
      />
      <span aria-hidden>to</span>
      <DayFilter
        label="To day"
        value={filter.to}
        earliest={filter.from ?? undefined}
        onChange={(to) => onChange({ ...filter, to })}
      />
    </div>
  );
}

interface PersonSelectProps {
  value: string | null;
  onChange: (userId: string | null) => void;
}

/** An employee, found by typing. */
function PersonSelect({ value, onChange }: PersonSelectProps): ReactNode {
  const [search, setSearch] = useState('');
  const [chosen, setChosen] = useState<{ value: string; label: string } | null>(null);
  // What stands in the field once somebody is chosen is no search.
  const found = useChoices('user', search === chosen?.label ? '' : search, true);
  const data = (found?.choices ?? []).map(({ _id, title }) => ({ value: _id, label: title }));
  const missing = chosen && value === chosen.value && data.every((each) => each.value !== value);
  return (
    <Select
      size="sm"
      className={classes.person}
      aria-label="Person"
      placeholder="Person"
      data={missing ? [chosen, ...data] : data}
      value={value}
      onChange={(userId, option) => {
        setChosen(option);
        onChange(userId);
      }}
      searchable
      searchValue={search}
      onSearchChange={setSearch}
      // The desk has searched already.
      filter={({ options }) => options}
      nothingFoundMessage="Nobody found"
      clearable
      clearButtonProps={{ 'aria-label': 'Clear' }}
      allowDeselect={false}
    />
  );
}
