import { formatDateTime } from '#shared/format/dates.ts';
import type { UpdatesState } from '#shared/protocol/updates.ts';
import { Button, Group, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, type ReactNode } from 'react';
import { bridge } from '../../bridge/bridge.ts';
import { confirm, showFailure, showToast } from '../messages/messages.tsx';
import { AskingDialog } from '../asking-dialog/asking-dialog.tsx';
import { stageText, versionText } from './update-wording.ts';
import classes from './updates.module.css';
import { isFocusLost } from '../keyboard/keep-focus.ts';

const KEY: readonly string[] = ['updates of the office'];
/** Whoever gives a version out watches how it goes. */
const LOOK_MS = 10_000;

/** Which version the server gives to the PCs, to which of them, and how many have which: for a Super Admin. */
export function UpdatesDialog({ onClose }: { onClose: () => void }): ReactNode {
  const query = useQuery({
    queryKey: KEY,
    queryFn: () => bridge.call('updates.office', {}),
    staleTime: 0,
    refetchInterval: LOOK_MS,
    gcTime: 0,
  });
  return (
    <AskingDialog title="Updates" size={560} onClose={onClose} asked={query}>
      {(onDialog) => query.data && <Standing state={query.data} onDialog={onDialog} />}
    </AskingDialog>
  );
}

function Standing({
  state: { server, release, versions },
  onDialog,
}: {
  state: UpdatesState;
  onDialog: (open: boolean) => void;
}): ReactNode {
  const queries = useQueryClient();
  const section = useRef<HTMLElement>(null);
  const stage = release?.stage;
  // The button that had the focus may go with the stage.
  useEffect(() => {
    if (stage !== undefined && isFocusLost()) section.current?.focus();
  }, [stage]);
  const set = async (version: string, stage: 'all' | 'halted'): Promise<void> => {
    onDialog(true);
    const confirmed = await confirm({
      title: stage === 'all' ? `Give version ${version} to all PCs?` : `Halt version ${version}?`,
      message:
        stage === 'all'
          ? 'Each PC fetches it by itself and installs it when the application is closed.'
          : 'It goes to no further PC. Those that have it keep it.',
      confirmLabel: stage === 'all' ? 'Release to all' : 'Halt',
      danger: stage === 'halted',
    });
    onDialog(false);
    if (!confirmed) return;
    const go = async (): Promise<void> => {
      try {
        queries.setQueryData(KEY, await bridge.call('updates.setStage', { version, stage }));
        showToast({ title: stage === 'all' ? 'Released to all PCs' : 'Halted' });
      } catch (error) {
        showFailure('Failed to change who gets it', error, go);
      }
    };
    await go();
  };
  return (
    <>
      {release === null ? (
        <Text size="sm">
          No version was published on this server yet. It is done there, with{' '}
          <code>npm run server -- --publish FOLDER</code>.
        </Text>
      ) : (
        <section ref={section} tabIndex={-1} aria-labelledby="published-version" className={classes.section}>
          <h3 id="published-version" className={classes.heading}>
            Version {release.version}
          </h3>
          <Text size="sm" c="dimmed">
            Published {formatDateTime(release.publishedAt)}
          </Text>
          <Text size="sm" mt={4} role="status">
            {stageText(release)}
          </Text>
          <Group gap="xs" mt="sm">
            {release.stage !== 'all' && (
              <Button size="compact-md" onClick={() => void set(release.version, 'all')}>
                Release to all
              </Button>
            )}
            {release.stage !== 'halted' && (
              <Button size="compact-md" variant="default" onClick={() => void set(release.version, 'halted')}>
                Halt
              </Button>
            )}
          </Group>
        </section>
      )}
      <section aria-labelledby="versions-of-pcs">
        <h3 id="versions-of-pcs" className={classes.heading}>
          PCs
        </h3>
        {versions.length === 0 ? (
          <Text size="sm" c="dimmed">
            No PC that updates by itself has asked yet.
          </Text>
        ) : (
          <ul className={classes.versions}>
            {versions.map((each) => (
              <li key={each.version}>{versionText(each)}</li>
            ))}
          </ul>
        )}
        <Text size="sm" c="dimmed" mt={4}>
          The server has version {server}.
        </Text>
      </section>
    </>
  );
}
