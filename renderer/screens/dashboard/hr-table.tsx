import { formatNumber } from '#shared/format/numbers.ts';
import type { HrDetails } from '#shared/protocol/dashboard.ts';
import { Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import classes from './dashboard.module.css';
import { byCandidates, candidatesOf } from './figures.ts';
import { useHrIds } from './use-dashboard.ts';

/** The HRs with their candidates and how far these have paid. */
export function HrTable({ hrDetails }: { hrDetails: readonly HrDetails[] }): ReactNode {
  const ids = useHrIds();
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
                <HrLine key={line.email} line={line} id={ids.get(line.email.toLowerCase())} />
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  );
}

function HrLine({ line, id }: { line: HrDetails; id: string | undefined }): ReactNode {
  const { name, email, candidateCount, fullyPaid, partiallyPaid } = line;
  return (
    <tr>
      <th scope="row">{name}</th>
      <td className={classes.email}>{email}</td>
      <Count value={candidateCount} label={`Candidates of ${name}`} path={id && candidatesOf(id)} />
      <Count
        value={fullyPaid}
        label={`Fully paid candidates of ${name}`}
        path={id && candidatesOf(id, 'Fully Paid')}
      />
      <Count
        value={partiallyPaid}
        label={`Partially paid candidates of ${name}`}
        path={id && candidatesOf(id, 'Partially Paid')}
      />
      <td>
        <Percentage value={line.paymentPercentage} />
      </td>
    </tr>
  );
}

/** A figure that leads to what it counts, once it is known where that is. */
function Count(props: { value: number; label: string; path: string | undefined }): ReactNode {
  const { value, label, path } = props;
  const shown = formatNumber(value);
  return (
    <td data-number>
      {path ? (
        <Link to={path} className={classes.count} aria-label={`${shown}: ${label}`}>
          {shown}
        </Link>
      ) : (
        shown
      )}
    </td>
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
