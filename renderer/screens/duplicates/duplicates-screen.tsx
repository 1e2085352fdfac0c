import { formatDateTime, spokenWithin } from '#shared/format/dates.ts';
import { formatNumber } from '#shared/format/numbers.ts';
import { DUPLICATE_SIGNS, type DuplicateSign } from '#shared/protocol/duplicates.ts';
import type { Mergeable } from '#shared/model/merged-record.ts';
import { Alert, Box, Button, Group, Progress, SegmentedControl, Text, Title } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { sentenceOf } from '../../components/messages/messages.tsx';
import { useNow } from '../../components/use-now.ts';
import { DuplicateGroupCard } from './duplicate-group.tsx';
import classes from './duplicates.module.css';
import { MergeDialog } from './merge-dialog.tsx';
import { useDuplicates } from './use-duplicates.ts';

const MINUTE_MS = 60_000;
const EVERYTHING = 'all';
const NAMES: Readonly<Record<DuplicateSign, string>> = { phone: 'Phone', email: 'Email', name: 'Like names' };

/** Candidates and inquiries that may be one person, with the ways to merge them or to say that they are not. */
export function DuplicatesScreen(): ReactNode {
  const [sign, setSign] = useState<string>(EVERYTHING);
  const by = DUPLICATE_SIGNS.find((each) => each === sign) ?? null;
  const { found, groups, progress, lookAgain } = useDuplicates(by);
  const [merging, setMerging] = useState<{ entity: Mergeable; ids: string[] } | null>(null);
  const now = useNow(MINUTE_MS);
  const pages = groups.data?.pages ?? [];
  const shown = pages.flatMap((page) => page.groups);
  const stale = pages.some((page) => page.stale);
  const looking = found.isFetching;
  const count = (of: DuplicateSign): string => (found.data ? ` (${formatNumber(found.data.by[of])})` : '');
  return (
    <div className={classes.screen}>
      <Group justify="space-between" className={classes.header}>
        <Title order={1}>Duplicates</Title>
        <Group gap="sm">
          <Text size="sm" c="dimmed" role="status">
            {looking && 'Looking for duplicates…'}
            {!looking && found.data && (
              <>
                {formatNumber(found.data.records)} records looked at{' '}
                <time dateTime={found.data.at} title={formatDateTime(found.data.at)}>
                  {spokenWithin(found.data.at, now)}
                </time>
                .{stale && ' Some have changed since.'}
              </>
            )}
          </Text>
          <Button
            variant="default"
            size="compact-md"
            onClick={() => !looking && lookAgain()}
            aria-busy={looking}
          >
            Look again
          </Button>
          <SegmentedControl
            size="sm"
            aria-label="Found by"
            data={[
              { value: EVERYTHING, label: 'All' },
              ...DUPLICATE_SIGNS.map((each) => ({ value: each, label: NAMES[each] + count(each) })),
            ]}
            value={sign}
            onChange={setSign}
          />
        </Group>
      </Group>
      {looking && <Progress value={progress} size="xs" radius={0} aria-label="Looking for duplicates" />}
      {/* Reachable by Tab, so that it can be scrolled by keys. */}
      <Box className={classes.groups} tabIndex={0} role="region" aria-label="Groups of duplicates">
        {found.isError && (
          <Alert color="red" title="Failed to look for duplicates" my="md" role="alert">
            <Text size="sm" mb="xs">
              {sentenceOf(found.error, 'Something went wrong.')}
            </Text>
            <Button size="compact-sm" variant="default" onClick={lookAgain}>
              Retry
            </Button>
          </Alert>
        )}
        {groups.data && shown.length === 0 && !groups.hasNextPage && (
          <Text c="dimmed" py="md">
            {by ? 'None found by this.' : 'No duplicates were found.'}
          </Text>
        )}
        {shown.map((group) => (
          <DuplicateGroupCard
            key={group.key}
            group={group}
            onMerge={(entity, ids) => setMerging({ entity, ids })}
          />
        ))}
        {groups.hasNextPage && (
          <Button
            variant="default"
            size="compact-md"
            my="sm"
            loading={groups.isFetchingNextPage}
            onClick={() => void groups.fetchNextPage()}
          >
            Show more
          </Button>
        )}
      </Box>
      {merging && <MergeDialog {...merging} onClose={() => setMerging(null)} />}
    </div>
  );
}
