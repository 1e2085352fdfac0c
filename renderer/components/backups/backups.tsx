import { Button, Group, Modal, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import type { BackupsHere } from '#shared/protocol/backups.ts';
import { bridge } from '../../bridge/bridge.ts';
import { Facts } from '../facts/facts.tsx';
import { sentenceOf, showError } from '../messages/messages.tsx';
import { useLateOpening } from '../use-late-opening.ts';
import { checkText, lastText } from './backup-wording.ts';
import classes from './backups.module.css';
import { useBackups, useBackupsTold } from './use-backups.ts';

const FAILED = 'That did not work. Try again in a moment.';

/** When the last backup was made and where they lie, for administrators; one made now. */
export function Backups({ onClose }: { onClose: () => void }): ReactNode {
  const [opened, setOpened] = useLateOpening();
  const { data, error } = useBackups(true);
  return (
    <Modal
      opened={opened}
      onClose={() => setOpened(false)}
      onExitTransitionEnd={onClose}
      title="Backups"
      size={560}
    >
      {data && <Known backups={data} />}
      {!data && error && (
        <Text role="alert" c="error" size="sm">
          {sentenceOf(error, FAILED)}
        </Text>
      )}
      {!data && !error && <p className={classes.about}>Asking the server…</p>}
    </Modal>
  );
}

function Known({ backups }: { backups: BackupsHere }): ReactNode {
  const told = useBackupsTold();
  const [busy, setBusy] = useState(false);
  const { folder, last, running, warnings, notes, choosable } = backups;

  const ask = async (method: 'backups.make' | 'backups.chooseFolder'): Promise<void> => {
    if (busy || (method === 'backups.make' && running)) return;
    setBusy(true);
    try {
      const now = await bridge.call(method, {});
      if (now) told(now);
    } catch (fault) {
      showError(sentenceOf(fault, FAILED));
    } finally {
      setBusy(false);
    }
  };

  return (
    <>
      {[...warnings, ...notes].map((sentence) => (
        <p key={sentence} className={classes.warning}>
          <IconAlertTriangle size={17} stroke={1.7} color="var(--mantine-color-yellow-7)" aria-hidden />
          <span>{sentence}</span>
        </p>
      ))}
      <Facts>
        <dt>Last backup</dt>
        <dd>{running ? 'Being made now…' : lastText(backups)}</dd>
        {last && (
          <>
            <dt>Checked</dt>
            <dd>{checkText(last.checked)}</dd>
          </>
        )}
        {folder !== null && (
          <>
            <dt>Folder</dt>
            <dd>{folder}</dd>
            <dt>Made</dt>
            <dd>
              Every day at {backups.at}, or at the next start; the newest {backups.keep} are kept
            </dd>
          </>
        )}
      </Facts>
      {folder === null && (
        <p className={classes.about}>
          {choosable
            ? 'Choose a folder for backups, best on another disk.'
            : 'Whoever runs the server sets BACKUP_DIR there. Demo data has no backups.'}
        </p>
      )}
      <Group justify="flex-end" gap="sm">
        {choosable && (
          <Button variant="default" onClick={() => void ask('backups.chooseFolder')}>
            Choose folder…
          </Button>
        )}
        {folder !== null && (
          // Never disabled: that would take the focus away.
          <Button aria-busy={busy || running} onClick={() => void ask('backups.make')}>
            {running ? 'Backing up…' : 'Back up now'}
          </Button>
        )}
      </Group>
    </>
  );
}
