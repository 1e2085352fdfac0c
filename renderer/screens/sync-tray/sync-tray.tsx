import { Alert, Button, Divider, Drawer, Group, Stack, Text } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { bridge } from '../../bridge/bridge.ts';
import { useFocusBack } from '../../components/keyboard/use-focus-back.ts';
import { sentenceOf, showError } from '../../components/messages/messages.tsx';
import { clockSentence, syncSentence, triedSentence } from '../../components/sync/sync-wording.ts';
import { useNow } from '../../components/use-now.ts';
import { useSession } from '../../stores/session.ts';
import { useSync } from '../../stores/sync.ts';
import { HaltedPull } from './halted-pull.tsx';
import { Notices } from './notices.tsx';
import { TrayList } from './tray-list.tsx';

/** How often the clock is looked at again. */
const TICK_MS = 15_000;

/** What has not reached the server, what it refused, and what lost a conflict, with what to do about each. */
export function SyncTray({ opened, onClose }: { opened: boolean; onClose: () => void }): ReactNode {
  const [shown, setShown] = useState(false);
  // One render later than mounted, so that the drawer notes where the focus was and gives it back.
  useEffect(() => {
    const timer = setTimeout(() => setShown(opened));
    return () => clearTimeout(timer);
  }, [opened]);
  useFocusBack(shown);
  const chosen = useRef<(() => void) | null>(null);
  const closed = (): void => {
    chosen.current?.();
    chosen.current = null;
  };
  return (
    <Drawer
      opened={shown}
      onClose={onClose}
      returnFocus={false}
      // Not before: the record's dialog gives the focus back to where the tray has left it.
      onExitTransitionEnd={closed}
      position="right"
      size={460}
      title="Sync"
    >
      <TrayContent
        onLeave={(go) => {
          chosen.current = go;
          onClose();
        }}
      />
    </Drawer>
  );
}

function TrayContent({ onLeave }: { onLeave: (go: () => void) => void }): ReactNode {
  const status = useSync();
  const server = useSession((session) => session.server);
  const [asked, setAsked] = useState(false);
  /** When the user last tried in vain, as an ISO time: without a word the button would seem to do nothing. */
  const [inVain, setInVain] = useState<string | null>(null);

  const syncNow = async (): Promise<void> => {
    setAsked(true);
    setInVain(null);
    try {
      const { state } = await bridge.call('sync.now', {});
      if (state === 'offline') setInVain(new Date().toISOString());
    } catch (error) {
      showError(sentenceOf(error, 'Syncing failed. Try again in a moment.'));
    } finally {
      setAsked(false);
    }
  };
  const clock = clockSentence(status.clockAhead, useNow(TICK_MS));
  const busy = asked || status.state === 'syncing' || status.state === 'first-sync';

  return (
    <Stack gap="md">
      <div>
        <Text size="sm">{syncSentence(status)}</Text>
        {server && (
          <Text size="sm" c="dimmed" mt={4}>
            Server: {server}
          </Text>
        )}
        {clock && (
          <Alert color="yellow" variant="light" mt="sm" p="xs">
            {clock}
          </Alert>
        )}
        {status.problem && status.state !== 'halted' && (
          <Alert color="yellow" variant="light" mt="sm" p="xs">
            {status.problem}
          </Alert>
        )}
      </div>
      {status.state === 'halted' ? (
        <HaltedPull question={status.problem} />
      ) : (
        <Group>
          <Button
            variant="default"
            size="compact-md"
            leftSection={<IconRefresh size={16} stroke={1.6} aria-hidden />}
            loading={busy}
            disabled={status.state === 'sign-in'}
            onClick={() => void syncNow()}
          >
            Sync now
          </Button>
          <Text size="sm" c="dimmed" role="status">
            {inVain !== null && status.state === 'offline' && triedSentence(inVain)}
          </Text>
        </Group>
      )}
      <Notices />
      <Divider />
      <TrayList onLeave={onLeave} />
    </Stack>
  );
}
