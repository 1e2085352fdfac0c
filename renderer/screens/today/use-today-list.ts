import type { TodayPage, TodayPart, TodayRow, Whose } from '#shared/protocol/today.ts';
import { useInfiniteQuery, type InfiniteData, type UseInfiniteQueryResult } from '@tanstack/react-query';
import { bridge } from '../../bridge/bridge.ts';
import { TODAY } from '../../components/today/today-queries.ts';
import { useUser } from '../../stores/session.ts';

const PAGE = 100;

type Place = { at: string; id: string } | null;

/** The rows of a part, page by page as they are scrolled to. @param day the Indian day: another one has another list */
export function useTodayList(
  part: TodayPart,
  whose: Whose,
  day: string,
): UseInfiniteQueryResult<InfiniteData<TodayPage, Place>> {
  const { _id } = useUser();
  return useInfiniteQuery({
    queryKey: [TODAY, 'list', _id, part, whose, day],
    queryFn: ({ pageParam }) => bridge.call('today.list', { part, whose, after: pageParam, limit: PAGE }),
    initialPageParam: null as Place,
    getNextPageParam: ({ rows, more }) => (more ? placeOf(rows.at(-1)) : undefined),
    // Kept true by useTodayKept.
    staleTime: 0,
    gcTime: 0,
  });
}

function placeOf(row: TodayRow | undefined): Place | undefined {
  return row && { at: row.at, id: row.record._id };
}
