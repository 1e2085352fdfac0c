import type { EntityName } from '#shared/model/entities.ts';
import { isMergeable } from '#shared/model/merged-record.ts';
import type { HistoryPage } from '#shared/protocol/past-calls.ts';
import { useInfiniteQuery, type InfiniteData, type UseInfiniteQueryResult } from '@tanstack/react-query';
import { bridge } from '../../bridge/bridge.ts';
import { useBridgeEvent } from '../../bridge/use-bridge-event.ts';

/** A record's history from the server, page by page, asked for again when the record changes. */
export function useRecordHistory(
  entity: EntityName,
  id: string,
): UseInfiniteQueryResult<InfiniteData<HistoryPage>> {
  const query = useInfiniteQuery({
    queryKey: ['history', entity, id],
    queryFn: ({ pageParam }) =>
      bridge.call('history.of', { entity, id, ...(pageParam === null ? {} : { before: pageParam }) }),
    initialPageParam: null as number | null,
    getNextPageParam: ({ entries, more }) => (more ? (entries.at(-1)?.seq ?? null) : null),
    staleTime: 0,
    // What one has read is not kept for whoever signs in next.
    gcTime: 0,
  });
  useBridgeEvent('changed', (event) => {
    const isOfIt = event.entity === entity && (event.ids === null || event.ids.includes(id));
    // What is merged into it brings its history along.
    if (isOfIt || (event.entity === 'mergedRecord' && isMergeable(entity))) void query.refetch();
  });
  return query;
}
