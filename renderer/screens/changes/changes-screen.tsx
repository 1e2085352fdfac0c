import { mayReadEverybodysChanges } from '#shared/access/changes.ts';
import { CHANGES_DAYS } from '#shared/protocol/change-sets.ts';
import { Box, Group, Loader, SegmentedControl, Text, Title } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { OlderPages } from '../../components/older-pages.tsx';
import { useRole } from '../../stores/session.ts';
import { ChangesTable } from './changes-table.tsx';
import classes from './changes.module.css';
import { useRecentChanges } from './use-recent-changes.ts';

const EVERYBODY = 'Everybody';
const MINE = 'Mine';

/** What people did in the last days, newest first, each with the way to take it back. */
export function ChangesScreen(): ReactNode {
  const everybodys = mayReadEverybodysChanges(useRole());
  const [whose, setWhose] = useState(MINE);
  const mine = !everybodys || whose === MINE;
  const query = useRecentChanges(mine);
  const pages = query.data?.pages ?? [];
  const changes = pages.flatMap((page) => page.changes);
  const hereOnly = pages.some((page) => page.hereOnly);
  return (
    <div className={classes.screen}>
      <Group justify="space-between" className={classes.header}>
        <Title order={1}>Recent Changes</Title>
        {everybodys && (
          <SegmentedControl
            size="sm"
            aria-label="Whose changes"
            data={[MINE, EVERYBODY]}
            value={whose}
            onChange={setWhose}
          />
        )}
      </Group>
      {/* Reachable by Tab, so that it can be scrolled by keys. */}
      <Box className={classes.lines} tabIndex={0} role="region" aria-label="Recent changes">
        {hereOnly && (
          <Text size="sm" c="dimmed" py="sm" role="status">
            The server cannot be reached. These are the changes that you made on this computer.
          </Text>
        )}
        {query.isPending && (
          <div className={classes.loading} role="status">
            <Loader size="xs" aria-hidden />
            Loading changes...
          </div>
        )}
        {query.data && changes.length === 0 && (
          <Text c="dimmed" py="md">
            {mine
              ? `You have changed nothing in the last ${CHANGES_DAYS} days. What you do is listed here, and can be undone.`
              : `Nobody has changed anything in the last ${CHANGES_DAYS} days.`}
          </Text>
        )}
        {changes.length > 0 && <ChangesTable changes={changes} named={!mine} />}
        <OlderPages query={query} failure="Failed to load the recent changes" />
      </Box>
    </div>
  );
}
