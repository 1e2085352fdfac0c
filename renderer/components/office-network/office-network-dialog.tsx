import { Button, Group, Modal, Skeleton, Text } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { OnlineFailure } from '../sync/online-failure.tsx';
import { useLateOpening } from '../use-late-opening.ts';
import { LetOthersIn } from './let-others-in.tsx';
import { MoveData } from './move-data.tsx';
import { useOwnNetwork } from './use-network.ts';

interface OfficeNetworkDialogProps {
  onClose: () => void;
  /** Goes on to the dialog that makes join codes. */
  onJoinCode: () => void;
}

/** How a PC that began alone grows into an office: it lets other PCs in, or its data goes to an office server. */
export function OfficeNetworkDialog({ onClose, onJoinCode }: OfficeNetworkDialogProps): ReactNode {
  const [opened, setOpened] = useLateOpening();
  /** A question lies over this dialog and has the keys. */
  const [covered, setCovered] = useState(false);
  const { data, error, isPending, refetch } = useOwnNetwork(true);
  return (
    <Modal
      opened={opened}
      onClose={() => setOpened(false)}
      onExitTransitionEnd={onClose}
      closeOnEscape={!covered}
      closeOnClickOutside={false}
      title="Office network"
      centered
      size={660}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      {isPending && <Skeleton h={120} role="status" aria-label="Asking this PC" />}
      {!data && error && (
        <OnlineFailure
          title="Failed to ask how this PC is reached"
          error={error}
          onRetry={() => void refetch()}
        />
      )}
      {data === null && <Text size="sm">This PC has no server of its own that others could use.</Text>}
      {data && (
        <>
          <LetOthersIn network={data} onJoinCode={onJoinCode} onQuestion={setCovered} />
          <MoveData isOpen={data.open} />
        </>
      )}
      <Group justify="flex-end" mt="lg">
        <Button variant="default" onClick={() => setOpened(false)}>
          Close
        </Button>
      </Group>
    </Modal>
  );
}
