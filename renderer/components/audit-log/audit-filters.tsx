import { AUDIT_ACTIONS, AUDIT_KINDS } from '#shared/protocol/audit.ts';
import { Select, TextInput } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { useChoices } from '../record-form/inputs/use-choices.ts';
import classes from './audit-log.module.css';
import { isAction } from './audit-wording.ts';
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

const LAST_DAY = '9998-12-31';

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
      <TextInput
        size="sm"
        type="date"
        aria-label="From day"
        max={filter.to ?? LAST_DAY}
        value={filter.from ?? ''}
        onChange={(event) => onChange({ ...filter, from: dayOf(event.currentTarget.value) })}
      />
      <span aria-hidden>to</span>
      <TextInput
        size="sm"
        type="date"
        aria-label="To day"
        min={filter.from ?? ''}
        max={LAST_DAY}
        value={filter.to ?? ''}
        onChange={(event) => onChange({ ...filter, to: dayOf(event.currentTarget.value) })}
      />
    </div>
  );
}

/** While somebody types a year it has leading zeros: no day is meant yet. */
const dayOf = (given: string): string | null => (/^[1-9]/.test(given) && given <= LAST_DAY ? given : null);

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
