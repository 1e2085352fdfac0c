import { formatDate, formatDateTime } from '#shared/format/dates.ts';
import type { ProposedInquiry } from '#shared/protocol/erasure.ts';
import { Checkbox } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './erasure.module.css';

interface ProposalsTableProps {
  people: readonly ProposedInquiry[];
  selected: ReadonlySet<string>;
  disabled: boolean;
  onSelect: (ids: readonly string[], chosen: boolean) => void;
}

/** A line for each inquiry, with a box to select it. */
export function ProposalsTable({ people, selected, disabled, onSelect }: ProposalsTableProps): ReactNode {
  const some = people.filter(({ id }) => selected.has(id)).length;
  return (
    <table className={classes.table}>
      <thead>
        <tr>
          <th scope="col">
            <Checkbox
              size="xs"
              aria-label="Select all that are listed"
              checked={some === people.length}
              indeterminate={some > 0 && some < people.length}
              disabled={disabled}
              onChange={({ currentTarget: { checked } }) =>
                onSelect(
                  people.map(({ id }) => id),
                  checked,
                )
              }
            />
          </th>
          <th scope="col">Name</th>
          <th scope="col">Phone</th>
          <th scope="col">Lead Status</th>
          <th scope="col">Last contact</th>
          <th scope="col">Assigned To</th>
        </tr>
      </thead>
      <tbody>
        {people.map(({ id, name, mobile, leadStatus, assignedTo, lastContact }) => (
          <tr key={id} data-selected={selected.has(id) || undefined}>
            <td>
              <Checkbox
                size="xs"
                aria-label={`Select ${name}`}
                checked={selected.has(id)}
                disabled={disabled}
                onChange={({ currentTarget: { checked } }) => onSelect([id], checked)}
              />
            </td>
            <td>{name}</td>
            <td>{mobile}</td>
            <td>{leadStatus}</td>
            <td>
              <time dateTime={lastContact} title={formatDateTime(lastContact)}>
                {formatDate(lastContact)}
              </time>
            </td>
            <td>{assignedTo}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
