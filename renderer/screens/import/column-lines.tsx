import { importableFields } from '#shared/import/importable-fields.ts';
import { entityOf } from '#shared/model/entities.ts';
import type { ImportState } from '#shared/protocol/import.ts';
import { Select } from '@mantine/core';
import type { ReactNode } from 'react';
import { coupledFields } from '../../components/record-form/form-settings.ts';
import { useRole } from '../../stores/session.ts';
import {
  columnName,
  joinedColumns,
  withField,
  type ChangeColumns,
  type ColumnDraft,
} from './column-draft.ts';
import { importForms } from './import-forms.ts';
import { bestFirst } from '../../components/record-form/inputs/best-first.ts';
import classes from './import.module.css';

interface ColumnLinesProps {
  state: ImportState;
  draft: ColumnDraft;
  /** By column whose field an earlier one has: that one. */
  doubled: ReadonlyMap<number, number>;
  onChange: ChangeColumns;
}

/** No field has this name. */
const LEFT_OUT = '';
const MOST_SAMPLES = 3;

/** One line for each column of the file. */
export function ColumnLines({ state, draft, doubled, onChange }: ColumnLinesProps): ReactNode {
  const role = useRole();
  const definition = entityOf(state.entity);
  const together = joinedColumns(state.entity, draft.fields);
  const coupled = coupledFields(importForms[state.entity].sections);
  const nameOf = (at: number): string => columnName(state.columns[at]?.heading ?? '', at);
  const choices = [
    { value: LEFT_OUT, label: 'Leave out' },
    ...importableFields(definition, role).map(([value, { label }]) => ({ value, label })),
  ];
  return (
    <table className={classes.lines}>
      <thead>
        <tr>
          <th scope="col">Column of the file</th>
          <th scope="col">First values</th>
          <th scope="col">Field</th>
        </tr>
      </thead>
      <tbody>
        {state.columns.map(({ heading, samples, isRemembered, field }, at) => {
          const name = columnName(heading, at);
          const first = doubled.get(at);
          const joinedTo = together.get(at);
          const chosen = draft.fields[at] ?? LEFT_OUT;
          return (
            <tr key={at}>
              <th scope="row">{name}</th>
              <td className={classes.samples}>{[...new Set(samples)].slice(0, MOST_SAMPLES).join(' · ')}</td>
              <td>
                <div className={classes.choice}>
                  <Select
                    size="xs"
                    aria-label={`Field of ${name}`}
                    data={choices}
                    value={chosen}
                    allowDeselect={false}
                    searchable
                    filter={bestFirst}
                    openOnFocus={false}
                    selectFirstOptionOnChange
                    nothingFoundMessage="Nothing found"
                    error={first !== undefined && `“${nameOf(first)}” has this field already.`}
                    description={joinedTo !== undefined && `After what “${nameOf(joinedTo)}” says.`}
                    inputWrapperOrder={['label', 'input', 'description', 'error']}
                    data-out={chosen === LEFT_OUT || undefined}
                    comboboxProps={{ keepMounted: false, transitionProps: { duration: 0 } }}
                    onChange={(value) =>
                      onChange((now) => withField(now, at, value === LEFT_OUT ? null : value, coupled))
                    }
                  />
                  {isRemembered && chosen === (field ?? LEFT_OUT) && (
                    <span className={classes.remembered}>As last time</span>
                  )}
                </div>
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
