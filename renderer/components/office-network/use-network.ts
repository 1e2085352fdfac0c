import type { NetworkStanding } from '#shared/protocol/network-calls.ts';
import { SERVER_HERE } from '#shared/protocol/session-calls.ts';
import { useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query';
import { bridge } from '../../bridge/bridge.ts';
import { useRole, useSession } from '../../stores/session.ts';

const KEY = ['office network'];
/** Whoever looks sees other PCs come and go. */
export const SOON_MS = 5_000;
export const NOW_AND_THEN_MS = 60_000;

type Asked = Pick<UseQueryResult<NetworkStanding | null>, 'error' | 'isPending' | 'refetch'> & {
  data: NetworkStanding | null | undefined;
};

/**
 * How this PC's own server stands to the office's network; null where there is none of its own to be opened. Asked for a
 * Super Admin alone.
 * @param every how often it is asked again, in milliseconds; without it, what others have asked is shown
 */
export function useOwnNetwork(every?: number): Asked {
  const role = useRole();
  const here = useSession(({ server, user }) => user !== null && server === SERVER_HERE);
  const isAsked = here && role === 'Super Admin';
  const query = useQuery({
    queryKey: KEY,
    queryFn: () => bridge.call('network.get', {}),
    enabled: isAsked,
    staleTime: every === SOON_MS ? 0 : NOW_AND_THEN_MS,
    refetchInterval: ({ state }) => (state.data === null ? false : (every ?? false)),
  });
  // What was told to somebody else in this window is nothing to the next one.
  const { data, error, isPending, refetch } = query;
  return { data: isAsked ? data : undefined, error, isPending, refetch };
}

/** Takes what was told by another call. */
export function useNetworkTold(): (told: NetworkStanding | null) => void {
  const client = useQueryClient();
  return (told) => client.setQueryData(KEY, told);
}
