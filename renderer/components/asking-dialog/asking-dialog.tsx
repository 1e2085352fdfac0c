import { Button, Group, Modal, Skeleton } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { OnlineFailure } from '../sync/online-failure.tsx';
import { useLateOpening } from '../use-late-opening.ts';

interface AskingDialogProps {
  title: string;
  size: number;
  onClose: () => void;
  /** Something is typed in it, which a click beside it would take away. */
  isTypedIn?: boolean;
  asked: {
    isPending: boolean;
    /** Why there is nothing to show; null where there is. */
    error: Error | null;
    refetch: () => unknown;
  };
  /** While the answer is awaited, and where it failed. */
  wording?: { asking: string; failed: string };
  intro?: ReactNode;
  /** @param onDialog told while another dialog lies over this one and has the keys */
  children: (onDialog: (open: boolean) => void) => ReactNode;
}

const SERVER = { asking: 'Asking the server', failed: 'Failed to ask the server' };

/** A dialog over what is asked for when it opens: it says that it asks, what failed, and then shows what was told. */
export function AskingDialog({
  title,
  size,
  onClose,
  isTypedIn = false,
  asked: { isPending, error, refetch },
  wording = SERVER,
  intro,
  children,
}: AskingDialogProps): ReactNode {
  const [opened, setOpened] = useLateOpening();
  const [covered, setCovered] = useState(false);
  return (
    <Modal
      opened={opened}
      onClose={() => setOpened(false)}
      onExitTransitionEnd={onClose}
      closeOnEscape={!covered}
      closeOnClickOutside={!isTypedIn}
      title={title}
      centered
      size={size}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      {intro}
      {isPending && <Skeleton h={120} role="status" aria-label={wording.asking} />}
      {error && <OnlineFailure title={wording.failed} error={error} onRetry={() => void refetch()} />}
      {children(setCovered)}
      <Group justify="flex-end" mt="lg">
        <Button variant="default" onClick={() => setOpened(false)}>
          Close
        </Button>
      </Group>
    </Modal>
  );
}
