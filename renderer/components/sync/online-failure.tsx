import { PlainError } from '#shared/protocol/errors.ts';
import { Alert, Button, Group, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { mayTryAgain } from '../messages/may-try-again.ts';
import { sentenceOf } from '../messages/messages.tsx';

interface OnlineFailureProps {
  /** What failed, as a heading; being offline is no failure and has none. */
  title: string;
  error: unknown;
  onRetry: () => void;
}

/** Why something that only the server has is not shown, with a Retry where that can help. */
export function OnlineFailure({ title, error, onRetry }: OnlineFailureProps): ReactNode {
  const offline = error instanceof PlainError && error.code === 'offline';
  const sentence = sentenceOf(error, 'Something went wrong. Try again in a moment.');
  const retry = mayTryAgain(error) && (
    <Button size="compact-sm" variant="default" onClick={onRetry}>
      Retry
    </Button>
  );
  if (offline) {
    return (
      <Group gap="sm" role="status">
        <Text size="sm" c="dimmed">
          {sentence}
        </Text>
        {retry}
      </Group>
    );
  }
  return (
    <Alert role="alert" color="red" title={title}>
      <Text size="sm" mb={retry ? 'xs' : 0}>
        {sentence}
      </Text>
      {retry}
    </Alert>
  );
}
