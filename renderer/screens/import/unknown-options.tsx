import { entityOf } from '#shared/model/entities.ts';
import { fieldOf } from '#shared/model/entity.ts';
import type { ImportableEntity, UnknownOption } from '#shared/protocol/import.ts';
import { Select } from '@mantine/core';
import type { ReactNode } from 'react';
import { rowsText } from '../../components/list-screen/export-wording.ts';
import type { ChangeColumns, ColumnDraft } from './column-draft.ts';
import classes from './import.module.css';
import { bestFirst } from '../../components/record-form/inputs/best-first.ts';
import { useMeanings } from './use-meanings.ts';

interface UnknownOptionsProps {
  entity: ImportableEntity;
  unknown: readonly UnknownOption[];
  draft: ColumnDraft;
  onChange: ChangeColumns;
}

/** No option is called so. */
const LEFT_OUT = '';

/** The values that are no option of their field: each is said once for all rows that have it. */
export function UnknownOptions({ entity, unknown, draft, onChange }: UnknownOptionsProps): ReactNode {
  const meanings = useMeanings(
    entity,
    unknown.map(({ field }) => field),
  );
  const say = (field: string, written: string, means: string | null): void => {
    onChange((now) => ({
      ...now,
      meanings: { ...now.meanings, [field]: { ...now.meanings[field], [written]: means } },
    }));
  };
  return (
    <section aria-label="Values that are no option" className={classes.part}>
      <h2 className={classes.partTitle}>Values that are no option</h2>
      <table className={classes.lines}>
        <thead>
          <tr>
            <th scope="col">Field</th>
            <th scope="col">In the file</th>
            <th scope="col">Means</th>
          </tr>
        </thead>
        <tbody>
          {unknown.map(({ field, written, count }) => {
            const means = draft.meanings[field]?.[written];
            return (
              <tr key={`${field} ${written}`}>
                <td>{fieldOf(entityOf(entity), field).label}</td>
                <th scope="row">
                  {written} <span className={classes.aside}>({rowsText(count)})</span>
                </th>
                <td>
                  <Select
                    size="xs"
                    className={classes.choice}
                    aria-label={`Meaning of ${written}`}
                    placeholder="Choose an option"
                    data-unsaid={means === undefined || undefined}
                    data={[{ value: LEFT_OUT, label: 'Leave out' }, ...(meanings.get(field) ?? [])]}
                    value={means === undefined ? null : (means ?? LEFT_OUT)}
                    allowDeselect={false}
                    searchable
                    filter={bestFirst}
                    openOnFocus={false}
                    selectFirstOptionOnChange
                    nothingFoundMessage="Nothing found"
                    comboboxProps={{ keepMounted: false, transitionProps: { duration: 0 } }}
                    onChange={(value) => say(field, written, value === LEFT_OUT ? null : value)}
                  />
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </section>
  );
}
