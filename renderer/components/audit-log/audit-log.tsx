import { Box, Button, Group, Loader, Modal, SegmentedControl, Text } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { useLateOpening } from '../use-late-opening.ts';
import { AuditFilters } from './audit-filters.tsx';
import { AuditLines } from './audit-lines.tsx';
import classes from './audit-log.module.css';
import { rangeProblem } from './audit-range.ts';
import { DataTaken } from './data-taken.tsx';
import { NO_FILTER, useAuditLog, useDataTaken } from './use-audit-log.ts';

const PARTS = ['Log', 'Data taken'];

/** What touches the security of the organisation, and how much data each user took, for a Super Admin. */
export function AuditLog({ onClose }: { onClose: () => void }): ReactNode {
  const [opened, setOpened] = useLateOpening();
  const [part, setPart] = useState(PARTS[0]);
  const [filter, setFilter] = useState(NO_FILTER);
  const isLog = part === PARTS[0];
  const problem = rangeProblem(filter.from, filter.to);
  const lines = useAuditLog(filter, isLog && problem === null);
  const counts = useDataTaken(!isLog);
  const query = isLog ? lines : counts;
  return (
    <Modal
      opened={opened}
      onClose={() => setOpened(false)}
      onExitTransitionEnd={onClose}
      title="Audit log"
      size={1100}
      classNames={{ body: classes.body ?? '' }}
    >
      <Group justify="space-between" className={classes.tools}>
        <SegmentedControl
          size="sm"
          aria-label="Part of the audit log"
          data={PARTS}
          value={part ?? ''}
          onChange={setPart}
        />
        {/* Never disabled: that would take the focus away. */}
        <Button
          size="sm"
          variant="default"
          aria-busy={query.isFetching}
          rightSection={query.isRefetching && <Loader size={14} aria-hidden />}
          onClick={() => problem === null && void query.refetch()}
        >
          Refresh
        </Button>
      </Group>
      {isLog ? (
        <AuditFilters filter={filter} onChange={setFilter} />
      ) : (
        <p className={classes.about}>
          Rows that left the server for each person, by day. A first sync takes everything that the person may
          see; exports are counted as the devices told of them.
        </p>
      )}
      {/* Reachable by Tab, so that it can be scrolled by keys. */}
      <Box
        className={classes.lines}
        tabIndex={0}
        role="region"
        aria-label={isLog ? 'Lines of the audit log' : 'Data taken'}
      >
        {!isLog && <DataTaken query={counts} />}
        {isLog && problem === null && <AuditLines query={lines} />}
        {isLog && problem !== null && (
          <Text role="alert" c="error" size="sm">
            {problem}
          </Text>
        )}
      </Box>
    </Modal>
  );
}
