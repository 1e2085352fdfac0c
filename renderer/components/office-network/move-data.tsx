import { Button, Group, Textarea } from '@mantine/core';
import { takeInCommand, type MovedData } from '#shared/protocol/network-calls.ts';
import { useEffect, useId, type ReactNode } from 'react';
import { copyText } from '../record-links/copy-button.tsx';
import { moveOut, seeMoveOut, useMoveOut } from './move-out.ts';
import classes from './office-network.module.css';

/** Writes all data of this PC to a folder, from which an empty office server takes it; says what to do with it then. */
export function MoveData({ isOpen }: { isOpen: boolean }): ReactNode {
  const headingId = useId();
  const { busy, moved } = useMoveOut();
  useEffect(seeMoveOut, []);
  return (
    <section className={classes.section} aria-labelledby={headingId}>
      <h3 id={headingId} className={classes.heading}>
        Move to an office server
      </h3>
      {moved === null ? (
        <>
          <p className={classes.text}>
            Writes everything to a folder that you choose: records, accounts with their passwords, pictures,
            documents and history. An empty office server takes it in. Your unsent changes are sent first
            {isOpen ? ', and the other PCs must be in sync before' : ''}; whoever else works on this PC signs
            in once before, so that theirs are sent too.
          </p>
          <Button variant="default" aria-busy={busy} loading={busy} onClick={() => void moveOut()}>
            Write the data out…
          </Button>
        </>
      ) : (
        <Written moved={moved} />
      )}
    </section>
  );
}

function Written({ moved: { folder, backup } }: { moved: MovedData }): ReactNode {
  const command = takeInCommand(backup);
  return (
    <div role="status">
      <p className={classes.text}>
        The data is in <span className={classes.exact}>{folder}</span>. What is saved on this PC from now on
        stays on this PC.
      </p>
      <ol className={classes.points}>
        <li>Carry the folder to the office server. Whoever has it has all the data.</li>
        <li>
          There have it taken in by this command, with the place of the folder for /PLACE, and start the
          server:
          <Textarea
            mt={6}
            aria-label="Command for the office server"
            readOnly
            autosize
            classNames={{ input: classes.exact ?? '' }}
            value={command}
            onFocus={({ currentTarget }) => currentTarget.select()}
          />
          <Group mt={6}>
            <Button size="compact-sm" variant="default" onClick={() => copyText(command)}>
              Copy
            </Button>
          </Group>
        </li>
        <li>Make a join code on the office server.</li>
        <li>
          Here, log out and choose “Join another server” below the sign-in. This PC&apos;s own data stays as
          it is. Sign in with the same password.
        </li>
        <li>Delete the folder once all is well.</li>
      </ol>
    </div>
  );
}
