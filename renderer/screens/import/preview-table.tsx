import { entityOf } from '#shared/model/entities.ts';
import { fieldOf } from '#shared/model/entity.ts';
import type { ImportRow, ImportState, KnownChoice } from '#shared/protocol/import.ts';
import { Box } from '@mantine/core';
import { useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { columnName } from './column-draft.ts';
import classes from './import.module.css';
import { cellAfter, shownColumns } from './preview-row.ts';
import { cellName, PreviewRow, type Place } from './preview-table-row.tsx';

const HEADINGS = [
  ['row', 'Row'],
  ['state', 'State'],
  ['match', 'Already here'],
  ['choice', 'What happens'],
  ['note', 'Note'],
] as const;

interface PreviewTableProps {
  state: ImportState;
  rows: readonly ImportRow[];
  /** Whether these are the rows of another page, until its own are there. */
  loading: boolean;
  onMend: (row: ImportRow, column: number, text: string) => Promise<boolean>;
  onChoose: (row: ImportRow, choice: KnownChoice) => void;
}

/** A page of rows as a grid: one stop for Tab, the arrow keys go from cell to cell, Enter and F2 open what a cell has. */
export function PreviewTable({ state, rows, loading, onMend, onChoose }: PreviewTableProps): ReactNode {
  const table = useRef<HTMLTableElement>(null);
  const [asked, setCurrent] = useState<Place>([0, 'row']);
  /** By the row of the file: rows above it go where people are erased meanwhile. */
  const [asOpen, setEdited] = useState<{ row: number; column: string } | null>(null);
  const edited = rows.some(({ row }) => row === asOpen?.row) ? asOpen : null;
  const definition = entityOf(state.entity);
  const shown = shownColumns(
    state.columns.map(({ field }) => field),
    rows,
  );
  const hasKnown = rows.some(({ match, state: is }) => match !== null || is === 'twice');
  const before = HEADINGS.filter(([name]) => hasKnown || (name !== 'match' && name !== 'choice'));
  const names = [...before.map(([name]) => name), ...shown.map(cellName)];

  // Rows and columns that were there when the focus was may be gone.
  const current: Place = [Math.min(asked[0], rows.length - 1), names.includes(asked[1]) ? asked[1] : 'row'];

  const focus = ([row, column]: Place): void =>
    table.current?.querySelector<HTMLElement>(`[data-place="${row} ${column}"]`)?.focus();

  const leave = (place: Place, byKey: boolean): void => {
    const left = rows[place[0]]?.row;
    setEdited((now) => (now && now.row === left && now.column === place[1] ? null : now));
    if (byKey) setTimeout(() => focus(place));
  };

  const edit = ([at, column]: Place): void => {
    const row = rows[at]?.row;
    if (row !== undefined) setEdited({ row, column });
  };

  const onKeyDown = (event: KeyboardEvent<HTMLTableElement>): void => {
    // What stands over the table, such as an open menu, has keys of its own.
    if (edited || !(event.target instanceof Element) || !event.currentTarget.contains(event.target)) return;
    if (event.altKey || event.metaKey) return;
    const [row, column] = current;
    if (shown.some((at) => cellName(at) === column) && (event.key === 'Enter' || event.key === 'F2')) {
      event.preventDefault();
      edit(current);
      return;
    }
    const from = Math.max(0, names.indexOf(column));
    const [toRow, to] = cellAfter(event.key, event.ctrlKey, [row, from], [rows.length, names.length]);
    if (toRow === row && to === from) return;
    const next: Place = [toRow, names[to] ?? column];
    event.preventDefault();
    event.stopPropagation();
    setCurrent(next);
    focus(next);
  };

  return (
    <div className={classes.grid}>
      <Box
        component="table"
        ref={table}
        role="grid"
        className={classes.table}
        aria-label="Rows of the file"
        aria-busy={loading}
        onKeyDownCapture={onKeyDown}
      >
        <thead>
          <tr>
            {before.map(([name, heading]) => (
              <th key={name} scope="col">
                {heading}
              </th>
            ))}
            {shown.map((at) => {
              const { heading, field } = state.columns[at] ?? { heading: '', field: null };
              return (
                <th key={at} scope="col" title={columnName(heading, at)}>
                  {field === null ? columnName(heading, at) : fieldOf(definition, field).label}
                </th>
              );
            })}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, at) => (
            <PreviewRow
              key={row.row}
              row={row}
              at={at}
              columns={shown}
              usual={state.choice}
              hasKnown={hasKnown}
              current={current[0] === at ? current[1] : null}
              edited={edited?.row === row.row ? edited.column : null}
              onCurrent={setCurrent}
              onEdit={edit}
              onMend={async (column, text, place, byKey) => {
                const kept = text === row.cells[column] || (await onMend(row, column, text));
                if (kept) leave(place, byKey);
                return kept;
              }}
              onLeave={leave}
              onChoose={(choice) => onChoose(row, choice)}
            />
          ))}
        </tbody>
      </Box>
    </div>
  );
}
