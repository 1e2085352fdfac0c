import { formatDateTime, formatSpokenDateTime } from '#shared/format/dates.ts';
import { AUDIT_ACTIONS, type AuditAction, type AuditLine } from '#shared/protocol/audit.ts';
import { Box, Button, Group, Modal, Select, Skeleton, Text } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { OlderPages } from '../older-pages.tsx';
import { useLateOpening } from '../use-late-opening.ts';
import { useNow } from '../use-now.ts';
import classes from './audit-log.module.css';
import { ACTION_LABELS, actionText, actorText, isAction } from './audit-wording.ts';
import { useAuditLog } from './use-audit-log.ts';

const MINUTE_MS = 60_000;
const choices = AUDIT_ACTIONS.map((action) => ({ value: action, label: ACTION_LABELS[action] }));

/** Sign-ins, password views and changes, role changes and exports of the whole organisation, for a Super Admin. */
export function AuditLog({ onClose }: { onClose: () => void }): ReactNode {
  const [opened, setOpened] = useLateOpening();
  const [action, setAction] = useState<AuditAction | null>(null);
  const query = useAuditLog(action);
  const lines = query.data?.pages.flatMap((page) => page.lines) ?? [];
  return (
    <Modal
      opened={opened}
      onClose={() => setOpened(false)}
      onExitTransitionEnd={onClose}
      title="Audit log"
      size={980}
      classNames={{ body: classes.body ?? '' }}
    >
      <Group justify="space-between" className={classes.tools}>
        <Select
          size="sm"
          aria-label="What happened"
          placeholder="What happened"
          data={choices}
          value={action}
          onChange={(chosen) => setAction(isAction(chosen) ? chosen : null)}
          clearable
          clearButtonProps={{ 'aria-label': 'Clear' }}
        />
        <Button size="sm" variant="default" loading={query.isRefetching} onClick={() => void query.refetch()}>
          Refresh
        </Button>
      </Group>
      {/* Reachable by Tab, so that it can be scrolled by keys. */}
      <Box className={classes.lines} tabIndex={0} role="region" aria-label="Lines of the audit log">
        {query.isPending && (
          <div role="status" aria-label="Loading the audit log" className={classes.loading}>
            <Skeleton h={30} />
            <Skeleton h={30} />
            <Skeleton h={30} />
          </div>
        )}
        {query.data && lines.length === 0 && (
          <Text c="dimmed" py="md">
            Nothing of this kind has happened.
          </Text>
        )}
        {lines.length > 0 && <Lines lines={lines} />}
        <OlderPages query={query} failure="Failed to load the audit log" />
      </Box>
    </Modal>
  );
}

function Lines({ lines }: { lines: readonly AuditLine[] }): ReactNode {
  const now = useNow(MINUTE_MS);
  return (
    <table className={classes.table}>
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
  );
}
