import { Fragment, type ReactNode } from 'react';
import classes from './print.module.css';

interface PrintedTableProps {
  headings: readonly string[];
  rows: readonly { id: string; cells: readonly string[] }[];
}

/** What is not longer stays on one line: a phone number in two halves is read wrongly. So many fit side by side on paper. */
const SHORT = 16;
/** A part of a longer text that still fits into a column. */
const LONGEST_PART = 24;
/** Email addresses are broken before their sign, as people would. */
const PARTS = /\s+|(?=@)/;

/** Where a cell's text may be broken: not at all, between parts, or, where a part is longer than a column, anywhere. */
function breaksOf(text: string): 'none' | 'parts' | 'anywhere' {
  if (text.length <= SHORT) return 'none';
  return text.split(PARTS).every((part) => part.length <= LONGEST_PART) ? 'parts' : 'anywhere';
}

function broken(text: string): ReactNode {
  return text.split(/(?=@)/).map((part, index) => (
    <Fragment key={index}>
      {index > 0 && <wbr />}
      {part}
    </Fragment>
  ));
}

/** Rows as a plain table, whose headings stand on each sheet. */
export function PrintedTable({ headings, rows }: PrintedTableProps): ReactNode {
  return (
    <table className={classes.table}>
      <thead>
        <tr>
          {headings.map((heading) => (
            <th key={heading} scope="col">
              {heading}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ id, cells }) => (
          <tr key={id}>
            {cells.map((cell, index) => (
              <td key={headings[index]} data-breaks={breaksOf(cell)}>
                {broken(cell)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
