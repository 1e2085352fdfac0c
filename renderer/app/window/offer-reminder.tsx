import { Button, Group, Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import {
  REMINDER_ACTION_LABELS,
  REMINDER_ACTIONS,
  type ReminderAction,
} from '#shared/window/desktop-settings.ts';
import { bridge } from '../../bridge/bridge.ts';
import { sentenceOf, showError } from '../../components/messages/messages.tsx';

/** Where the system's notifications have no buttons, the page offers what can be done about the one that was clicked. */
export function offerReminder({ key, title }: { key: string; title: string }): void {
  const id = `reminder-${key}`;
  const act = (action: ReminderAction): void => {
    notifications.hide(id);
    bridge
      .call('desktop.remind', { key, action })
      .catch((error: unknown) => showError(sentenceOf(error, 'That did not work. Try again.')));
  };
  notifications.hide(id);
  notifications.show({
    id,
    color: 'blue',
    autoClose: false,
    role: 'status',
    closeButtonProps: { 'aria-label': 'Close message' },
    message: (
      // One below the other: three buttons leave no room beside them.
      <Stack gap={6}>
        <Text size="sm" lh="16px" c="var(--mantine-color-text)" style={{ overflowWrap: 'anywhere' }}>
          <b>{title}</b> Remind again?
        </Text>
        <Group gap={4} wrap="nowrap">
          {REMINDER_ACTIONS.map((action) => (
            <Button key={action} size="compact-sm" px={6} variant="light" onClick={() => act(action)}>
              {REMINDER_ACTION_LABELS[action]}
            </Button>
          ))}
        </Group>
      </Stack>
    ),
  });
}
