import { Button } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useSync } from '../../stores/sync.ts';
import { useUpdate } from '../../stores/update.ts';
import { NoteLine } from '../note-line/note-line.tsx';
import { restartToUpdate } from './restart-to-update.ts';
import { tooOldWords } from './update-wording.ts';

/**
 * A line below the top bar while this PC is too old for the server. A version that is merely new says nothing here: it is
 * installed at quitting, and stands in the menu at the user's name.
 */
export function UpdateLine(): ReactNode {
  const tooOld = useSync((sync) => sync.state === 'too-old');
  const update = useUpdate();
  if (!tooOld) return null;
  return (
    <NoteLine
      icon={IconRefresh}
      action={
        update.state === 'ready' && (
          <Button size="compact-sm" onClick={() => void restartToUpdate()}>
            Restart to update
          </Button>
        )
      }
    >
      {tooOldWords(update)}
    </NoteLine>
  );
}
