import { Button } from '@mantine/core';
import { IconShieldLock } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import { useSession } from '../../stores/session.ts';
import { useSync } from '../../stores/sync.ts';
import { TwoStepDialog } from './two-step-dialog.tsx';
import classes from './two-step.module.css';

/** A line below the top bar while the server wants two-step sign-in to be set up; at a fresh sign-in the dialog itself. */
export function TwoStepReminder(): ReactNode {
  const wanted = useSync((sync) => sync.state === 'set-up');
  const fresh = useSession((session) => session.justSignedIn);
  const [asked, setAsked] = useState(false);
  // Whoever has just signed in is in the middle of nothing.
  const open = asked || (wanted && fresh);
  if (!wanted && !open) return null;
  return (
    <>
      {wanted && (
        <div className={classes.reminder} role="status">
          <IconShieldLock size={18} stroke={1.7} aria-hidden />
          <span>Your role needs two-step sign-in. Set it up to sync; your changes are safe here.</span>
          <Button size="compact-sm" onClick={() => setAsked(true)}>
            Set up now
          </Button>
        </div>
      )}
      {open && (
        <TwoStepDialog
          task="set-up"
          onClose={() => {
            setAsked(false);
            useSession.setState({ justSignedIn: false });
          }}
        />
      )}
    </>
  );
}
