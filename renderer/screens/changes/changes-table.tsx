import { formatDateTime, formatSpokenDateTime } from '#shared/format/dates.ts';
import { formatNumber } from '#shared/format/numbers.ts';
import type { RecentChange } from '#shared/protocol/past-calls.ts';
import { Button } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { useBridgeEvent } from '../../bridge/use-bridge-event.ts';
import { undoChange } from '../../components/changes/undo.ts';
import { StatusBadge } from '../../components/status-badge/status-badge.tsx';
import { useNow } from '../../components/use-now.ts';
import classes from './changes.module.css';

const MINUTE_MS = 60_000;

interface ChangesTableProps {
  changes: readonly RecentChange[];
  /** Whether who did it is said. */
  named: boolean;
}

/** One line for each thing that was done. */
export function ChangesTable({ changes, named }: ChangesTableProps): ReactNode {
  const now = useNow(MINUTE_MS);
  return (
    <table className={classes.table} data-named={named || undefined}>
      <thead>
        <tr>
          <th scope="col">When</th>
          {named && <th scope="col">Who</th>}
          <th scope="col">What was done</th>
          <th scope="col">Changes</th>
          <th scope="col">Action</th>
        </tr>
      </thead>
      <tbody>
        {changes.map((change) => (
          <tr key={change.id}>
            <td>
              <time dateTime={change.at} title={formatDateTime(change.at)}>
                {formatSpokenDateTime(change.at, now)}
              </time>
            </td>
            {named && <td>{change.by.name}</td>}
            <td className={classes.what}>
              {change.title} <Standing change={change} />
            </td>
            <td>{formatNumber(change.changes)}</td>
            <td>
              <UndoButton change={change} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Standing({ change }: { change: RecentChange }): ReactNode {
  if (change.undoneBy !== null) return <StatusBadge word="Undone" tone="neutral" />;
  if (change.state === 'waiting') return <StatusBadge word="Not sent yet" tone="attention" />;
  if (change.state === 'refused') return <StatusBadge word="Refused" tone="bad" />;
  return null;
}

function UndoButton({ change }: { change: RecentChange }): ReactNode {
  const [progress, setProgress] = useState<{ done: number; total: number } | null>(null);
  const [busy, setBusy] = useState(false);
  useBridgeEvent('undo', ({ id, done, total }) => {
    if (busy && id === change.id) setProgress({ done, total });
  });
  if (change.final !== null) return <span className={classes.final}>{change.final}</span>;

  const undo = async (): Promise<void> => {
    setBusy(true);
    await undoChange(change.id);
    setBusy(false);
    setProgress(null);
  };
  // A set of few records is undone before anybody could read how far it is.
  const isLong = progress !== null && progress.total > progress.done;
  return (
    <Button
      size="compact-sm"
      variant="default"
      aria-label={`Undo ${change.title}`}
      aria-busy={busy}
      onClick={() => !busy && void undo()}
    >
      {busy && isLong ? `${formatNumber(progress.done)} of ${formatNumber(progress.total)}` : 'Undo'}
    </Button>
  );
}
