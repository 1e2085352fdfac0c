import type { ReactNode } from 'react';
import classes from './print.module.css';

interface PrintedTableProps {
  headings: readonly string[];
  rows: readonly { id: string; cells: readonly string[] }[];
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
              <td key={headings[index]}>{cell}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
