import { Button } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useSync } from '../../stores/sync.ts';
import { useUpdate } from '../../stores/update.ts';
import { restartToUpdate } from './restart-to-update.ts';
import { tooOldWords } from './update-wording.ts';
import classes from './update-line.module.css';

/**
 * A line below the top bar while this PC is too old for the server. A version that is merely new says nothing here: it is
 * installed at quitting, and stands in the menu at the user's name.
 */
export function UpdateLine(): ReactNode {
  const tooOld = useSync((sync) => sync.state === 'too-old');
  const update = useUpdate();
  if (!tooOld) return null;
  return (
    <div className={classes.line} role="status">
      <IconRefresh size={18} stroke={1.7} aria-hidden />
      <span>{tooOldWords(update)}</span>
      {update.state === 'ready' && (
        <Button size="compact-sm" onClick={() => void restartToUpdate()}>
          Restart to update
        </Button>
      )}
    </div>
  );
}
