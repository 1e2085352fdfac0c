import type { RecordView } from '#shared/protocol/record-view.ts';
import { PlainError } from '#shared/protocol/errors.ts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { bridge } from '../../bridge/bridge.ts';
import { useBridgeEvent } from '../../bridge/use-bridge-event.ts';
import { useIsOffline } from '../../stores/sync.ts';
import { useRecordHistory } from '../record-history/use-record-history.ts';
import type { Person } from './person.ts';
import { timelineOf, type TimelineDay } from './timeline-entries.ts';

export interface TimelineData {
  /** Whether the first activities are outstanding. */
  pending: boolean;
  days: readonly TimelineDay[];
  isLogEmpty: boolean;
  /** Asks for older entries; null where there are none. */
  older: (() => void) | null;
  fetching: boolean;
  /** Why changes are missing. `offline` is no failure. */
  failure: 'offline' | { error: unknown; retry: () => void } | null;
}

const none: readonly RecordView[] = [];

/** What was done about a person, from this PC, and what was changed, from the server, as one list. */
export function useTimeline({ entity, id }: Person): TimelineData {
  const activities = useInfiniteQuery({
    queryKey: ['activities', entity, id],
    queryFn: ({ pageParam }) => bridge.call('activities.of', { about: { entity, id }, offset: pageParam }),
    initialPageParam: 0,
    getNextPageParam: ({ more }, pages) =>
      more ? pages.reduce((sum, page) => sum + page.activities.length, 0) : null,
    staleTime: 0,
    // What one has read is not kept for whoever signs in next.
    gcTime: 0,
  });
  useBridgeEvent('changed', (event) => {
    if (event.entity === 'activity') void activities.refetch();
  });
  const changes = useRecordHistory(entity, id);
  const offline = useIsOffline();
  const askAgain = useEffectEvent(() => {
    if (changes.isError) void changes.refetch();
  });
  useEffect(() => {
    if (!offline) askAgain();
  }, [offline]);

  const logged = activities.data?.pages.flatMap((page) => page.activities) ?? none;
  const { days, older } = timelineOf(
    { entries: logged, more: activities.hasNextPage },
    {
      entries: changes.data?.pages.flatMap((page) => page.entries) ?? [],
      // What cannot be fetched holds nothing up.
      more: changes.hasNextPage && !changes.isError,
    },
  );
  const query = older === 'activities' ? activities : changes;
  return {
    pending: activities.isPending,
    days,
    isLogEmpty: activities.data !== undefined && logged.length === 0,
    older: older === null ? null : () => void query.fetchNextPage(),
    fetching: query.isFetchingNextPage,
    failure: failureOf(activities) ?? failureOf(changes),
  };
}

interface Query {
  isError: boolean;
  error: unknown;
  isFetchNextPageError: boolean;
  fetchNextPage: () => unknown;
  refetch: () => unknown;
}

function failureOf(query: Query): TimelineData['failure'] {
  if (!query.isError) return null;
  const { error } = query;
  if (error instanceof PlainError && error.code === 'offline') return 'offline';
  return {
    error,
    retry: () => void (query.isFetchNextPageError ? query.fetchNextPage() : query.refetch()),
  };
}
