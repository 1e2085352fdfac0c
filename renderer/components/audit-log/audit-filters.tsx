import { AUDIT_ACTIONS, AUDIT_KINDS } from '#shared/protocol/audit.ts';
import { Select, TextInput } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { useChoices } from '../record-form/inputs/use-choices.ts';
import classes from './audit-log.module.css';
import { dayOf, LAST_DAY } from './audit-range.ts';
import { isAction } from './audit-wording.ts';
import type { AuditFilter } from './use-audit-log.ts';

interface AuditFiltersProps {
  filter: AuditFilter;
  /** What is wrong with the days. */
  problem: string | null;
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
export function AuditFilters({ filter, problem, onChange }: AuditFiltersProps): ReactNode {
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
      <TextInput
        size="sm"
        type="date"
        aria-label="From day"
        max={LAST_DAY}
        aria-invalid={problem !== null}
        value={filter.from ?? ''}
        onChange={(event) => onChange({ ...filter, from: dayOf(event.currentTarget.value) })}
      />
      <span aria-hidden>to</span>
      <TextInput
        size="sm"
        type="date"
        aria-label="To day"
        max={LAST_DAY}
        aria-invalid={problem !== null}
        value={filter.to ?? ''}
        onChange={(event) => onChange({ ...filter, to: dayOf(event.currentTarget.value) })}
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
  const found = useChoices('user', search === chosen?.label ? '' : search, true) ?? [];
  const data = found.map(({ _id, title }) => ({ value: _id, label: title }));
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
