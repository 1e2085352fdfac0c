import { Anchor } from '@mantine/core';
import type { ReactNode } from 'react';
import { bridge } from '../../bridge/bridge.ts';
import { confirm, sentenceOf, showError } from '../../components/messages/messages.tsx';
import { NotEncrypted } from '../../components/sync/not-encrypted.tsx';
import { useServerChoice } from '../../stores/server-choice.ts';
import { useSession } from '../../stores/session.ts';
import classes from './sign-in.module.css';

/** Which server the sign-in is for, and in the desktop application the way to another. */
export function ServerLine({ onJoin }: { onJoin: (() => void) | null }): ReactNode {
  const server = useSession((session) => session.server);
  const { choosable, joined } = useServerChoice();
  if (!server) return null;
  const leave = async (): Promise<void> => {
    const goes = await confirm({
      title: `Leave ${joined?.office ?? joined?.server ?? 'this server'}?`,
      message:
        'The application starts again and asks how this PC will be used. What was saved here for this server stays, and is there again once this PC joins it again.',
      confirmLabel: 'Leave',
    });
    if (!goes) return;
    await bridge
      .call('serverChoice.leave', {})
      .catch((error: unknown) => showError(sentenceOf(error, 'That did not work. Try again in a moment.')));
  };
  return (
    <p className={classes.server}>
      <span>Server: {server}</span>
      <NotEncrypted />
      {choosable && onJoin && (
        <Anchor component="button" type="button" size="xs" onClick={onJoin}>
          Join another server
        </Anchor>
      )}
      {choosable && joined && (
        <Anchor component="button" type="button" size="xs" onClick={() => void leave()}>
          Leave this server
        </Anchor>
      )}
    </p>
  );
}
