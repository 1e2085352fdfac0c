import { Button } from '@mantine/core';
import { IconShieldLock } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import { useSession } from '../../stores/session.ts';
import { useSync } from '../../stores/sync.ts';
import { TwoStepDialog } from './two-step-dialog.tsx';
import { NoteLine } from '../note-line/note-line.tsx';

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
        <NoteLine
          icon={IconShieldLock}
          action={
            <Button size="compact-sm" onClick={() => setAsked(true)}>
              Set up now
            </Button>
          }
        >
          Your role needs two-step sign-in. Set it up to sync; your changes are safe here.
        </NoteLine>
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
