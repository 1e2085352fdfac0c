import type { AuditAction } from '#shared/protocol/audit.ts';
import type { AuditPage, DataTakenPage } from '#shared/protocol/past-calls.ts';
import { useInfiniteQuery, type InfiniteData, type UseInfiniteQueryResult } from '@tanstack/react-query';
import { bridge } from '../../bridge/bridge.ts';

/** What is shown of the log; null leaves a part open. */
export interface AuditFilter {
  action: AuditAction | null;
  userId: string | null;
  /** `YYYY-MM-DD` in India, both included. */
  from: string | null;
  to: string | null;
}

export const NO_FILTER: AuditFilter = { action: null, userId: null, from: null, to: null };

// What one has read is not kept for whoever signs in next.
const FRESH = { staleTime: 0, gcTime: 0, initialPageParam: null as string | null };

/** The audit log from the server, page by page. */
export function useAuditLog(
  { action, userId, from, to }: AuditFilter,
  enabled: boolean,
): UseInfiniteQueryResult<InfiniteData<AuditPage>> {
  return useInfiniteQuery({
    queryKey: ['audit', action, userId, from, to],
    queryFn: ({ pageParam }) =>
      bridge.call('audit.lines', {
        ...(action === null ? {} : { action }),
        ...(userId === null ? {} : { userId }),
        ...(from === null ? {} : { from }),
        ...(to === null ? {} : { to }),
        ...(pageParam === null ? {} : { before: pageParam }),
      }),
    getNextPageParam: ({ lines, more }) => (more ? (lines.at(-1)?._id ?? null) : null),
    enabled,
    ...FRESH,
  });
}

/** What users took, some days at a time. */
export function useDataTaken(enabled: boolean): UseInfiniteQueryResult<InfiniteData<DataTakenPage>> {
  return useInfiniteQuery({
    queryKey: ['data-taken'],
    queryFn: ({ pageParam }) =>
      bridge.call('audit.dataTaken', pageParam === null ? {} : { before: pageParam }),
    getNextPageParam: ({ lines, more }) => (more ? (lines.at(-1)?.day ?? null) : null),
    enabled,
    ...FRESH,
  });
}
