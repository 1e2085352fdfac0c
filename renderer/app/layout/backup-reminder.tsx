import { Button } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { mayLookAfterBackups } from '#shared/access/backups.ts';
import { useBackups } from '../../components/backups/use-backups.ts';
import { NoteLine } from '../../components/note-line/note-line.tsx';
import { useRole } from '../../stores/session.ts';
import { useSync } from '../../stores/sync.ts';
import { openOwnDialog } from './own-dialogs.ts';

/** A line below the top bar where an administrator has to look after the backups. */
export function BackupReminder(): ReactNode {
  const keeps = mayLookAfterBackups(useRole());
  const state = useSync((sync) => sync.state);
  const { data } = useBackups(keeps && state === 'live');
  // Two-step sign-in comes first, in the same place.
  const [warning] = (keeps && state !== 'set-up' && data?.warnings) || [];
  if (warning === undefined) return null;
  return (
    <NoteLine
      icon={IconAlertTriangle}
      action={
        <Button size="compact-sm" variant="default" onClick={() => openOwnDialog('backups')}>
          Open backups
        </Button>
      }
    >
      {warning}
    </NoteLine>
  );
}
