import { Alert, Button, Group, Text } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { bridge } from '../../bridge/bridge.ts';
import { confirm, sentenceOf, showError } from '../../components/messages/messages.tsx';

/** Asks about a pull that would take most records off this PC (sync rule 6). */
export function HaltedPull({ question }: { question: string | null }): ReactNode {
  const [busy, setBusy] = useState(false);

  const answer = async (accept: boolean): Promise<void> => {
    const sure =
      !accept ||
      (await confirm({
        title: 'Remove these records from this PC?',
        message:
          'Records that the server no longer gives you disappear from your lists. Your unsent changes are kept.',
        confirmLabel: 'Remove',
        danger: true,
      }));
    if (!sure) return;
    setBusy(true);
    try {
      await bridge.call('sync.confirmRemoval', { accept, ...(question === null ? {} : { question }) });
    } catch (error) {
      showError(sentenceOf(error, 'Your answer could not be kept. Try again.'));
    } finally {
      setBusy(false);
    }
  };

  return (
    <Alert color="yellow" variant="light" title="Most of your records would be removed">
      <Text size="sm">{question}</Text>
      <Group mt="sm" gap="xs">
        <Button size="compact-md" disabled={busy} onClick={() => void answer(false)}>
          Keep my records
        </Button>
        <Button size="compact-md" variant="default" disabled={busy} onClick={() => void answer(true)}>
          Remove them…
        </Button>
      </Group>
    </Alert>
  );
}
