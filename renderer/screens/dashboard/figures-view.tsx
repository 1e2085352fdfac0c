import { formatDateTime } from '#shared/format/dates.ts';
import type { Role } from '#shared/access/roles.ts';
import type { DashboardStats } from '#shared/protocol/dashboard.ts';
import { Alert, Button, Loader, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { sentenceOf } from '../../components/messages/messages.tsx';
import { useUser } from '../../stores/session.ts';
import { useIsOffline, useSync } from '../../stores/sync.ts';
import classes from './dashboard.module.css';
import { candidatesOf, ownLine, summaryCards } from './figures.ts';
import { HrTable } from './hr-table.tsx';
import { StatCard } from './stat-card.tsx';
import { useDashboard } from './use-dashboard.ts';

/** The figures of the roles that have some, with their waiting, failing and offline states. */
export function Figures({ role }: { role: Role }): ReactNode {
  const query = useDashboard();
  const offline = useIsOffline();
  const filling = useSync((sync) => sync.state === 'first-sync');
  // Nothing is here before the first sync, and what was counted before its end is no figure once it is over.
  const early = useSync(
    (sync) => query.data?.syncedAt === null && (sync.syncedAt !== null || sync.state === 'syncing'),
  );
  return (
    <>
      {(query.isPending || (early && !query.isError)) && (
        <div className={classes.loading} role="status">
          <Loader size="xs" aria-hidden />
          Loading dashboard...
        </div>
      )}
      {query.isError && (
        <Alert color="red" variant="light" title="Error" role="alert" className={classes.failure}>
          <Text size="sm">Failed to load the dashboard. {sentenceOf(query.error, '')}</Text>
          <Button size="compact-md" mt="xs" loading={query.isFetching} onClick={() => void query.refetch()}>
            Retry
          </Button>
        </Alert>
      )}
      {query.data && !early && (
        <>
          {offline && (
            <p className={classes.asOf} role="status">
              {query.data.syncedAt
                ? `Offline: figures as of ${formatDateTime(query.data.syncedAt)}`
                : 'Offline: figures from what is on this PC'}
            </p>
          )}
          {filling && (
            <p className={classes.asOf} role="status">
              The first sync is under way: the figures grow until it is done.
            </p>
          )}
          {role === 'HR' ? <OwnFigures stats={query.data.stats} /> : <AllFigures stats={query.data.stats} />}
        </>
      )}
    </>
  );
}

function AllFigures({ stats }: { stats: DashboardStats }): ReactNode {
  return (
    <>
      <ul className={classes.cards} aria-label="Summary">
        {summaryCards.map(({ key, label, path }) => (
          <li key={key}>
            <StatCard label={label} value={stats[key]} path={path} />
          </li>
        ))}
      </ul>
      <HrTable hrDetails={stats.hrDetails} />
    </>
  );
}

function OwnFigures({ stats }: { stats: DashboardStats }): ReactNode {
  const { _id, email } = useUser();
  const own = ownLine(stats.hrDetails, email);
  if (!own) {
    return (
      <section className={classes.card}>
        <Text fw={600}>No figures for {email} yet</Text>
        <Text c="dimmed" mt={4}>
          They appear as soon as your record has reached this PC. Add your first candidate to see them grow.
        </Text>
      </section>
    );
  }
  return (
    <ul className={classes.cards} aria-label="My figures">
      <li>
        <StatCard label="My Candidates" value={own.candidateCount} path={candidatesOf(_id)} />
      </li>
      <li>
        <StatCard label="Fully Paid" value={own.fullyPaid} path={candidatesOf(_id, 'Fully Paid')} />
      </li>
      <li>
        <StatCard
          label="Partially Paid"
          value={own.partiallyPaid}
          path={candidatesOf(_id, 'Partially Paid')}
        />
      </li>
    </ul>
  );
}
