import { Tooltip } from '@mantine/core';
import { IconLockOpen2 } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useSession } from '../../stores/session.ts';
import classes from './not-encrypted.module.css';

const MEANING =
  'What this computer and the server say to each other can be read on the network. Ask your administrator for an https address.';

/** Calm words where the server is reached without encryption; nothing where all is well. */
export function NotEncrypted(): ReactNode {
  const shown = useSession((session) => session.notEncrypted);
  if (!shown) return null;
  return (
    <Tooltip label={MEANING} multiline w={280}>
      <span className={classes.words} aria-label={`Not encrypted. ${MEANING}`} role="note">
        <IconLockOpen2 size={14} stroke={1.8} aria-hidden />
        <span className={classes.text}>Not encrypted</span>
      </span>
    </Tooltip>
  );
}
