import type { RecordView } from '#shared/protocol/record-view.ts';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { bridge } from '../../bridge/bridge.ts';
import { useBridgeEvent } from '../../bridge/use-bridge-event.ts';
import { useUser } from '../../stores/session.ts';

/** The signed-in user's own record, kept true while it changes; null while it has not arrived on this PC. */
export function useOwnRecord(): UseQueryResult<RecordView | null> {
  const { _id } = useUser();
  const query = useQuery({
    queryKey: ['user', 'own', _id],
    queryFn: () => bridge.call('records.get', { entity: 'user', id: _id }),
    staleTime: 0,
  });
  useBridgeEvent('changed', ({ entity, ids }) => {
    if (entity === 'user' && (ids === null || ids.includes(_id))) void query.refetch();
  });
  return query;
}
