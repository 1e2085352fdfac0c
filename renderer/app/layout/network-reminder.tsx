import { Button } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { NoteLine } from '../../components/note-line/note-line.tsx';
import { NOW_AND_THEN_MS, useOwnNetwork } from '../../components/office-network/use-network.ts';
import { openOwnDialog } from './own-dialogs.ts';

/** A line below the top bar where this PC is to let others in and cannot. */
export function NetworkReminder(): ReactNode {
  const trouble = useOwnNetwork(NOW_AND_THEN_MS).data?.trouble ?? null;
  if (trouble === null) return null;
  return (
    <NoteLine
      icon={IconAlertTriangle}
      action={
        <Button size="compact-sm" variant="default" onClick={() => openOwnDialog('office-network')}>
          Open office network
        </Button>
      }
    >
      {trouble}
    </NoteLine>
  );
}
