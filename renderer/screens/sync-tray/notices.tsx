import { formatDateTime } from '#shared/format/dates.ts';
import { Alert, Button, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { bridge } from '../../bridge/bridge.ts';
import { sentenceOf, showError } from '../../components/messages/messages.tsx';
import { useSync } from '../../stores/sync.ts';

/** What the user must read: each notice stays until it is put away. */
export function Notices(): ReactNode {
  const notices = useSync((sync) => sync.notices);
  if (notices.length === 0) return null;

  const putAway = async (id: string): Promise<void> => {
    try {
      await bridge.call('sync.putAway', { id });
    } catch (error) {
      showError(sentenceOf(error, 'The notice could not be put away. Try again in a moment.'));
    }
  };

  return (
    <Stack gap="xs">
      {notices.map(({ id, message, at }) => (
        <Alert key={id} color="orange" variant="light" p="xs">
          <Text size="sm">{message}</Text>
          <Text size="xs" c="dimmed" mt={4}>
            {formatDateTime(at)}
          </Text>
          <Button size="compact-sm" variant="default" mt="xs" onClick={() => void putAway(id)}>
            Put away
          </Button>
        </Alert>
      ))}
    </Stack>
  );
}
