import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { bridge } from '../../bridge/bridge.ts';
import { useBridgeEvent } from '../../bridge/use-bridge-event.ts';
import type { Values } from '../record-form/form-values.ts';
import { useNow } from '../use-now.ts';
import { bookingOf, bookingsText, nearBookings } from './near-interviews.ts';

const EVERY_MS = 60_000;

/** Says below the date of an interview which others the interviewer has within an hour. It keeps nobody from saving. */
export function OtherBookings({ draft, id }: { draft: Values; id: string | null }): ReactNode {
  const booking = bookingOf(draft, useNow(EVERY_MS));
  const query = useQuery({
    queryKey: ['interviews near', booking],
    queryFn: () => (booking ? bridge.call('records.list', nearBookings(booking)) : null),
    enabled: booking !== null,
    staleTime: 0,
    retry: false,
  });
  useBridgeEvent('changed', ({ entity }) => {
    if (entity === 'candidate' && booking) void query.refetch();
  });
  const text = booking && query.data ? bookingsText(booking, query.data.rows, id) : '';
  return (
    <Text role="status" size="xs" mt={text === '' ? 0 : 4} c="var(--app-warning)">
      {text}
    </Text>
  );
}
