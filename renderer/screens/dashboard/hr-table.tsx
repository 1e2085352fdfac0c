import { formatNumber } from '#shared/format/numbers.ts';
import type { HrDetails } from '#shared/protocol/dashboard.ts';
import { Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './dashboard.module.css';
import { byCandidates } from './figures.ts';

/** The HRs with their candidates and how far these have paid. */
export function HrTable({ hrDetails }: { hrDetails: readonly HrDetails[] }): ReactNode {
  return (
    <section className={classes.hrs} aria-labelledby="hr-table-title">
      <Title order={2} id="hr-table-title">
        HRs and their candidates
      </Title>
      {hrDetails.length === 0 ? (
        <Text c="dimmed" py="md">
          Nobody has the role HR yet. Give it to somebody under Assign Roles.
        </Text>
      ) : (
        <div className={classes.tableFrame}>
          <table className={classes.table}>
            <thead>
              <tr>
                <th scope="col">Name</th>
                <th scope="col" className={classes.email}>
                  Email
                </th>
                <th scope="col" data-number>
                  Candidates
                </th>
                <th scope="col" data-number>
                  Fully paid
                </th>
                <th scope="col" data-number>
                  Partially paid
                </th>
                <th scope="col" className={classes.percentHead}>
                  Payment %
                </th>
              </tr>
            </thead>
            <tbody>
              {byCandidates(hrDetails).map((line) => (
                <tr key={line.email}>
                  <th scope="row">{line.name}</th>
                  <td className={classes.email}>{line.email}</td>
                  <td data-number>{formatNumber(line.candidateCount)}</td>
                  <td data-number>{formatNumber(line.fullyPaid)}</td>
                  <td data-number>{formatNumber(line.partiallyPaid)}</td>
                  <td>
                    <Percentage value={line.paymentPercentage} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  );
}

function Percentage({ value }: { value: number }): ReactNode {
  return (
    <div className={classes.percent}>
      <span className={classes.bar} aria-hidden>
        <span style={{ width: `${Math.max(0, Math.min(100, value))}%` }} />
      </span>
      <span className={classes.percentText}>{value.toFixed(1)}%</span>
    </div>
  );
}
