import { formatDateTime, formatSpokenDateTime } from '#shared/format/dates.ts';
import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { OlderPages } from '../older-pages.tsx';
import { useNow } from '../use-now.ts';
import classes from './audit-log.module.css';
import { actionText, actorText } from './audit-wording.ts';
import { LogLoading } from './log-loading.tsx';
import type { useAuditLog } from './use-audit-log.ts';

const MINUTE_MS = 60_000;

/** The lines of the log, the newest first. */
export function AuditLines({ query }: { query: ReturnType<typeof useAuditLog> }): ReactNode {
  const now = useNow(MINUTE_MS);
  const lines = query.data?.pages.flatMap((page) => page.lines) ?? [];
  return (
    <>
      {query.isPending && <LogLoading />}
      {query.data && lines.length === 0 && (
        <Text c="dimmed" py="md">
          Nothing of this kind has happened.
        </Text>
      )}
      {lines.length > 0 && (
        <table className={classes.table} data-of="lines">
          <thead>
            <tr>
              <th scope="col">When</th>
              <th scope="col">Who</th>
              <th scope="col">What happened</th>
              <th scope="col">From</th>
            </tr>
          </thead>
          <tbody>
            {lines.map((line) => (
              <tr key={line._id} data-refused={line.outcome === 'refused' || undefined}>
                <td>
                  <time dateTime={line.at} title={formatDateTime(line.at)}>
                    {formatSpokenDateTime(line.at, now)}
                  </time>
                </td>
                <td>{actorText(line)}</td>
                <td className={classes.what}>{actionText(line)}</td>
                <td>{line.address ?? ''}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <OlderPages query={query} failure="Failed to load the audit log" />
    </>
  );
}
