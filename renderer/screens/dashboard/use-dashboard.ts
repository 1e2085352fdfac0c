import type { EntityName } from '#shared/model/entities.ts';
import type { Results } from '#shared/protocol/bridge.ts';
import { useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef } from 'react';
import { bridge } from '../../bridge/bridge.ts';
import { useBridgeEvent } from '../../bridge/use-bridge-event.ts';
import { useSync } from '../../stores/sync.ts';

/** Records whose changes change the figures. */
const COUNTED: ReadonlySet<EntityName> = new Set(['candidate', 'inquiry', 'user']);

/** At most one refresh in this time, however many records change. */
const REFRESH_MS = 1_500;

const MOST_HRS = 500;
const nobody: ReadonlyMap<string, string> = new Map();

const key = ['dashboard', 'stats'];

/** Ids of the HRs by their emails in small letters: figures name people by email, lists by id. */
export function useHrIds(): ReadonlyMap<string, string> {
  const { data } = useQuery({
    // Below the key of the figures: refreshed with them.
    queryKey: [...key, 'hrs'],
    queryFn: async () => {
      const filter = { roleName: 'HR' };
      const found = await bridge.call('records.choices', { entity: 'user', filter, limit: MOST_HRS });
      return new Map(found.map(({ _id, record }) => [String(record['email']).toLowerCase(), _id]));
    },
    staleTime: 0,
  });
  return data ?? nobody;
}

/** The figures of the dashboard, kept fresh while records change here or elsewhere. */
export function useDashboard(): UseQueryResult<Results['dashboard.stats']> {
  const client = useQueryClient();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const refreshSoon = (): void => {
    timer.current ??= setTimeout(() => {
      timer.current = undefined;
      void client.invalidateQueries({ queryKey: key });
    }, REFRESH_MS);
  };
  useBridgeEvent('changed', ({ entity }) => {
    if (COUNTED.has(entity)) refreshSoon();
  });
  // Counted anew at once when the server is reached or lost, and when the first sync is over.
  const offline = useSync((sync) => sync.state === 'offline');
  const synced = useSync((sync) => sync.syncedAt !== null);
  const last = useRef({ offline, synced });
  useEffect(() => {
    const before = last.current;
    if (before.offline !== offline || before.synced !== synced) {
      void client.invalidateQueries({ queryKey: key });
    }
    last.current = { offline, synced };
  }, [offline, synced, client]);
  useEffect(
    () => () => {
      clearTimeout(timer.current);
      timer.current = undefined;
    },
    [],
  );
  const query = useQuery({ queryKey: key, queryFn: () => bridge.call('dashboard.stats', {}), staleTime: 0 });
  // An answer that was on its way when the first sync ended is of before, and no event follows that says so.
  const isOfBefore = synced && !query.isFetching && query.data?.syncedAt === null;
  const askAgain = useEffectEvent(refreshSoon);
  useEffect(() => {
    if (isOfBefore) askAgain();
  }, [isOfBefore]);
  return query;
}
