import { mayOpen } from '#shared/access/routes.ts';
import { toRole } from '#shared/access/roles.ts';
import type { EntityName } from '#shared/model/entities.ts';
import type { TodayCounts } from '#shared/protocol/today.ts';
import { useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query';
import { useCallback, useEffect, useRef } from 'react';
import { bridge } from '../../bridge/bridge.ts';
import { useBridgeEvent } from '../../bridge/use-bridge-event.ts';
import { useSession } from '../../stores/session.ts';
import { useTodayWhose } from './use-today-whose.ts';

/** The first part of the key of every query that says what is to be done today. */
export const TODAY = 'today';

/** Entities whose records, or names, Today shows. */
const SHOWN: ReadonlySet<EntityName> = new Set([
  'candidate',
  'inquiry',
  'contactInquiry',
  'activity',
  'leadStatus',
  'user',
]);

/** Records that change together are one reason to ask again. */
const GATHER_MS = 400;
/** As time passes it is asked again at most so often. */
const BY_TIME_MS = 60_000;
/** A timer stands still while the PC sleeps: one that is set for the night would ring at noon. */
const LOOK_MS = 60_000;

/** How much there is to do; nothing is asked where the role may not open Today. */
export function useTodayCounts(): UseQueryResult<TodayCounts> {
  const user = useSession((session) => session.user);
  const [whose] = useTodayWhose();
  return useQuery({
    queryKey: [TODAY, 'counts', user?._id, whose],
    queryFn: () => bridge.call('today.counts', { whose }),
    enabled: user !== null && mayOpen('/today', toRole(user.role)),
    // Asked again when something has changed, below.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
}

/**
 * Keeps what is said of today true: asks again when records change, and when a call's time comes or the day ends. Used
 * once, by what surrounds the screens.
 */
export function useTodayKept(): void {
  const client = useQueryClient();
  const { data, dataUpdatedAt } = useTodayCounts();
  const gathering = useRef<ReturnType<typeof setTimeout>>(undefined);
  const byTime = useRef(0);

  const askAgain = useCallback(() => {
    gathering.current = undefined;
    void client.invalidateQueries({ queryKey: [TODAY] });
  }, [client]);
  useBridgeEvent('changed', ({ entity }) => {
    if (SHOWN.has(entity)) gathering.current ??= setTimeout(askAgain, GATHER_MS);
  });
  useEffect(
    () => () => {
      clearTimeout(gathering.current);
      gathering.current = undefined;
    },
    [],
  );
  useEffect(
    () =>
      bridge.onConnection((connection) => {
        if (connection === 'open') askAgain();
      }),
    [askAgain],
  );

  const until = data?.until;
  useEffect(() => {
    // Answered again the same: then it is waited for again as well.
    if (until === undefined || dataUpdatedAt === 0) return;
    const wait = (): number =>
      Math.max(Date.parse(until) - Date.now(), byTime.current + BY_TIME_MS - Date.now(), 0);
    let timer = setTimeout(look, Math.min(wait(), LOOK_MS));
    function look(): void {
      if (wait() > 0) {
        timer = setTimeout(look, Math.min(wait(), LOOK_MS));
        return;
      }
      byTime.current = Date.now();
      askAgain();
    }
    return () => clearTimeout(timer);
  }, [until, dataUpdatedAt, askAgain]);
}
