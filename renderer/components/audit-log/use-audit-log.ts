import type { AuditAction } from '#shared/protocol/audit.ts';
import type { AuditPage } from '#shared/protocol/bridge.ts';
import { useInfiniteQuery, type InfiniteData, type UseInfiniteQueryResult } from '@tanstack/react-query';
import { bridge } from '../../bridge/bridge.ts';

/** The audit log from the server, page by page; of one action, or all where it is null. */
export function useAuditLog(action: AuditAction | null): UseInfiniteQueryResult<InfiniteData<AuditPage>> {
  return useInfiniteQuery({
    queryKey: ['audit', action],
    queryFn: ({ pageParam }) =>
      bridge.call('audit.lines', {
        ...(action === null ? {} : { action }),
        ...(pageParam === null ? {} : { before: pageParam }),
      }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ lines, more }) => (more ? (lines.at(-1)?._id ?? null) : null),
    staleTime: 0,
    // What one has read is not kept for whoever signs in next.
    gcTime: 0,
  });
}
