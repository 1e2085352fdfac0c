import { formatDate } from '#shared/format/dates.ts';
import { formatNumber } from '#shared/format/numbers.ts';
import type { DataTakenLine } from '#shared/protocol/audit.ts';
import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { OlderPages } from '../older-pages.tsx';
import classes from './audit-log.module.css';
import { LogLoading } from './log-loading.tsx';
import type { useDataTaken } from './use-audit-log.ts';

/** How many rows each user took on each day, and on which ways. */
export function DataTaken({ query }: { query: ReturnType<typeof useDataTaken> }): ReactNode {
  const lines = query.data?.pages.flatMap((page) => page.lines) ?? [];
  return (
    <>
      {query.isPending && <LogLoading />}
      {query.data && lines.length === 0 && (
        <Text c="dimmed" py="md">
          Nothing has been counted yet.
        </Text>
      )}
      {lines.length > 0 && (
        <table className={classes.table} data-of="counts">
          <thead>
            <tr>
              <th scope="col">Day</th>
              <th scope="col">Who</th>
              <th scope="col">Single calls</th>
              <th scope="col">Changes synced</th>
              <th scope="col">First syncs</th>
              <th scope="col">Pictures</th>
              <th scope="col">Exported</th>
            </tr>
          </thead>
          <tbody>
            {lines.map((line, at) => (
              <Counts
                key={`${line.day} ${line.user._id}`}
                line={line}
                newDay={lines[at - 1]?.day !== line.day}
              />
            ))}
          </tbody>
        </table>
      )}
      <OlderPages query={query} failure="Failed to load what was taken" />
    </>
  );
}

function Counts({ line, newDay }: { line: DataTakenLine; newDay: boolean }): ReactNode {
  const { day, user, rest, synced, firstSynced, pictures, exported, exports } = line;
  return (
    <tr data-same-day={!newDay || undefined}>
      <td>
        <time dateTime={day}>{formatDate(day)}</time>
      </td>
      <td>{user.name ?? 'Unknown'}</td>
      {[rest, synced, firstSynced, pictures].map((count, at) => (
        // The ways have a place each, and no other name.
        <td key={at}>{countText(count)}</td>
      ))}
      <td>
        {countText(exported)}
        {exports > 0 && ` in ${formatNumber(exports)} ${exports === 1 ? 'export' : 'exports'}`}
      </td>
    </tr>
  );
}

const countText = (count: number): string => (count === 0 ? '–' : formatNumber(count));
