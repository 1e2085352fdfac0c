import { mayErase } from '#shared/access/persons.ts';
import { toRole } from '#shared/access/roles.ts';
import { useQuery } from '@tanstack/react-query';
import { bridge } from '../../bridge/bridge.ts';
import { useBridgeEvent } from '../../bridge/use-bridge-event.ts';
import { useSession } from '../../stores/session.ts';

/**
 * After how many months without contact inquiries are proposed for erasure; null where they are not, or not to this user,
 * undefined until it is known.
 */
export function useErasureMonths(): string | null | undefined {
  const user = useSession((session) => session.user);
  const may = user !== null && mayErase(toRole(user.role));
  const query = useQuery({
    queryKey: ['erasure months', user?._id],
    queryFn: () => bridge.call('erasure.months', {}),
    enabled: may,
    staleTime: Infinity,
  });
  useBridgeEvent('changed', ({ entity }) => {
    if (may && entity === 'officeSetting') void query.refetch({ cancelRefetch: false });
  });
  if (!may || query.isError) return null;
  return query.data?.months;
}
