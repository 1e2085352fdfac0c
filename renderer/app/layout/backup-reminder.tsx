import { Button } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { mayLookAfterBackups } from '#shared/access/backups.ts';
import { useBackups } from '../../components/backups/use-backups.ts';
import { NoteLine } from '../../components/note-line/note-line.tsx';
import { lacksRecords } from '../../components/sync/sync-wording.ts';
import { useRole } from '../../stores/session.ts';
import { useSync } from '../../stores/sync.ts';
import { openOwnDialog } from './own-dialogs.ts';

/** A line below the top bar where an administrator has to look after the backups. */
export function BackupReminder(): ReactNode {
  const keeps = mayLookAfterBackups(useRole());
  const state = useSync((sync) => sync.state);
  const { data } = useBackups(keeps && state === 'live');
  const lacking = useSync(lacksRecords);
  // Two-step sign-in, and that records are missing, come first, in the same place.
  const [warning] = (keeps && state !== 'set-up' && !lacking && data?.warnings) || [];
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
