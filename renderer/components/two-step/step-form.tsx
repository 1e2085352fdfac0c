import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import type { ReactNode, SyntheticEvent } from 'react';
import { useIsOffline } from '../../stores/sync.ts';
import type { Refusal } from './entry-refusal.ts';

export const TWO_STEP_NEEDS_SERVER = 'Two-step sign-in is looked after by the server. Connect first.';

export interface StepFormProps {
  busy: boolean;
  refusal: Refusal | null;
  /** Heading of a refusal that is about no field. */
  failed: string;
  /** Words of the button that goes on. */
  confirm: string;
  onSubmit: () => void;
  onCancel: () => void;
  children: ReactNode;
}

/** One step of the dialog: its fields, what went wrong, and the buttons. */
export function StepForm(props: StepFormProps): ReactNode {
  const { busy, refusal, failed, confirm, onSubmit, onCancel, children } = props;
  const offline = useIsOffline();
  return (
    <form
      noValidate
      onSubmit={(event: SyntheticEvent) => {
        event.preventDefault();
        event.stopPropagation();
        if (!offline) onSubmit();
      }}
    >
      <Stack gap="sm">
        {children}
        {refusal && !refusal.atField && (
          <Alert role="alert" color="red" title={failed}>
            {refusal.sentence}
          </Alert>
        )}
        <Group justify="flex-end" gap="sm">
          {offline && (
            <Text size="xs" c="dimmed" flex={1}>
              {TWO_STEP_NEEDS_SERVER}
            </Text>
          )}
          <Button variant="default" onClick={onCancel}>
            Cancel
          </Button>
          <Button type="submit" loading={busy} disabled={offline}>
            {confirm}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
