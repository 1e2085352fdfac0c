import { Button, Group, Text, Tooltip } from '@mantine/core';
import { IconVideo, IconVideoOff } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { bridge } from '../../bridge/bridge.ts';
import { useBridgeEvent } from '../../bridge/use-bridge-event.ts';
import { openOutside } from '../../components/record-links/open-link.ts';
import { useUser } from '../../stores/session.ts';
import { meetingOf } from './meeting.ts';

/** Opens the signed-in user's own meeting; without a link it says so (section 2.11). */
export function JoinMeeting(): ReactNode {
  const { _id } = useUser();
  const query = useQuery({
    queryKey: ['user', 'own', _id],
    queryFn: () => bridge.call('records.get', { entity: 'user', id: _id }),
  });
  useBridgeEvent('changed', ({ entity }) => {
    if (entity === 'user') void query.refetch();
  });
  if (query.isPending) return null;
  if (query.isError) {
    return (
      <Group gap="xs" wrap="nowrap" role="alert">
        <Text size="sm" c="var(--app-danger)">
          Failed to load user details
        </Text>
        <Button size="compact-sm" variant="default" onClick={() => void query.refetch()}>
          Retry
        </Button>
      </Group>
    );
  }
  const meeting = meetingOf(query.data?.record['meetingLink']);
  if (meeting.address === null) {
    // Not truly disabled, so that the keyboard and the pointer still reach the reason.
    return (
      <Tooltip label={meeting.why} position="bottom">
        <Button
          variant="default"
          data-disabled
          aria-disabled
          c="dimmed"
          leftSection={<IconVideoOff size={16} aria-hidden />}
        >
          No Meeting Link
        </Button>
      </Tooltip>
    );
  }
  const { address } = meeting;
  return (
    <Button
      title={address}
      leftSection={<IconVideo size={16} aria-hidden />}
      onClick={({ detail }) => {
        // The second click of a double click would open the meeting twice.
        if (detail < 2) openOutside(address);
      }}
    >
      Join Meeting
    </Button>
  );
}
