import { formatNumber } from '#shared/format/numbers.ts';
import { MOST_AT_ONCE } from '#shared/protocol/list-calls.ts';
import type { ProposedInquiry } from '#shared/protocol/erasure.ts';
import { Box, Button, Group, Loader, Text, Title } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { bridge } from '../../bridge/bridge.ts';
import { showDone } from '../../components/changes/undo.ts';
import { openErasureSetting } from '../../components/erasure/erasure-setting.ts';
import { showFailure } from '../../components/messages/messages.tsx';
import { OnlineFailure } from '../../components/sync/online-failure.tsx';
import { EraseSelectedDialog } from './erase-selected-dialog.tsx';
import classes from './erasure.module.css';
import { ProposalsTable } from './proposals-table.tsx';
import { useProposals } from './use-proposals.ts';

/** Inquiries without contact for as long as the office has decided: a Super Admin keeps or erases them (decision 34). */
export function ErasureScreen(): ReactNode {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [asked, setAsked] = useState<readonly ProposedInquiry[] | null>(null);
  const [keeping, setKeeping] = useState(false);
  const query = useProposals(asked !== null);
  const pages = query.data?.pages ?? [];
  const months = pages[0]?.months ?? null;
  const people = pages.flatMap((page) => page.people);
  // Who is not proposed any more is not selected either.
  const picked = people.filter(({ id }) => chosen.has(id));
  const select = (ids: readonly string[], isChosen: boolean): void =>
    setChosen((now) => new Set([...[...now].filter((id) => !ids.includes(id)), ...(isChosen ? ids : [])]));

  const keep = async (): Promise<void> => {
    setKeeping(true);
    try {
      const ids = picked.map(({ id }) => id);
      const { set } = await bridge.call('erasure.keep', { ids });
      select(ids, false);
      const message =
        ids.length === 1 ? 'One inquiry is kept.' : `${formatNumber(ids.length)} inquiries are kept.`;
      showDone({ title: `Kept for another ${months ?? ''} months`, message }, set);
    } catch (error) {
      showFailure('Failed to keep them', error, keep);
    } finally {
      setKeeping(false);
    }
  };

  const tooMany = picked.length > MOST_AT_ONCE;
  return (
    <div className={classes.screen}>
      <Group justify="space-between" className={classes.header}>
        <Title order={1}>Proposed for erasure</Title>
        <Group gap="sm">
          {picked.length > 0 && (
            <Text size="sm" c="dimmed" role="status">
              {formatNumber(picked.length)} selected
              {tooMany && `, ${formatNumber(MOST_AT_ONCE)} at most at once`}
            </Text>
          )}
          {months !== null && (
            <>
              <Button
                variant="default"
                size="compact-md"
                disabled={picked.length === 0 || tooMany}
                loading={keeping}
                onClick={() => void keep()}
              >
                Keep for another {months} months
              </Button>
              <Button
                variant="outline"
                color="red"
                size="compact-md"
                disabled={picked.length === 0 || tooMany}
                onClick={() => setAsked(picked)}
              >
                Erase selected…
              </Button>
            </>
          )}
          <Button variant="subtle" color="gray" size="compact-md" onClick={openErasureSetting}>
            Settings
          </Button>
        </Group>
      </Group>
      {/* Reachable by Tab, so that it can be scrolled by keys. */}
      <Box className={classes.lines} tabIndex={0} role="region" aria-label="Proposed for erasure">
        {query.isPending && (
          <div className={classes.loading} role="status">
            <Loader size="xs" aria-hidden />
            Looking for inquiries without contact...
          </div>
        )}
        {query.data && months === null && (
          <Text c="dimmed" py="md">
            Nothing is proposed for erasure: it has not been decided after how many months without contact.
          </Text>
        )}
        {query.data && months !== null && (
          <Text size="sm" c="dimmed" py="sm">
            {people.length === 0 && !query.hasNextPage
              ? `There was contact with everybody in the last ${formatNumber(months)} months.`
              : `Without contact for ${formatNumber(months)} months and not enrolled, those not changed for the longest time first.`}
          </Text>
        )}
        {people.length > 0 && (
          <ProposalsTable people={people} selected={chosen} disabled={keeping} onSelect={select} />
        )}
        {query.isError && (
          <Box py="sm">
            <OnlineFailure
              title="Failed to look for inquiries without contact"
              error={query.error}
              onRetry={() => void (query.isFetchNextPageError ? query.fetchNextPage() : query.refetch())}
            />
          </Box>
        )}
        {query.hasNextPage && !query.isError && (
          <Button
            variant="default"
            size="compact-md"
            my="sm"
            loading={query.isFetchingNextPage}
            onClick={() => void query.fetchNextPage()}
          >
            Show more
          </Button>
        )}
      </Box>
      {asked && (
        <EraseSelectedDialog
          people={asked}
          onErased={(ids) => select(ids, false)}
          onClose={() => setAsked(null)}
        />
      )}
    </div>
  );
}
