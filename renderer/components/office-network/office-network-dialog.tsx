import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { AskingDialog } from '../asking-dialog/asking-dialog.tsx';
import { LetOthersIn } from './let-others-in.tsx';
import { MoveData } from './move-data.tsx';
import { SOON_MS, useOwnNetwork } from './use-network.ts';

const WORDING = { asking: 'Asking this PC', failed: 'Failed to ask how this PC is reached' };

interface OfficeNetworkDialogProps {
  onClose: () => void;
  /** Goes on to the dialog that makes join codes. */
  onJoinCode: () => void;
}

/** How a PC that began alone grows into an office: it lets other PCs in, or its data goes to an office server. */
export function OfficeNetworkDialog({ onClose, onJoinCode }: OfficeNetworkDialogProps): ReactNode {
  const { data, error, isPending, refetch } = useOwnNetwork(SOON_MS);
  return (
    <AskingDialog
      title="Office network"
      size={660}
      onClose={onClose}
      isTypedIn
      asked={{ isPending, error: data ? null : error, refetch }}
      wording={WORDING}
    >
      {(onDialog) => (
        <>
          {data === null && <Text size="sm">This PC has no server of its own that others could use.</Text>}
          {data && (
            <>
              <LetOthersIn network={data} onJoinCode={onJoinCode} onQuestion={onDialog} />
              <MoveData isOpen={data.open} />
            </>
          )}
        </>
      )}
    </AskingDialog>
  );
}
