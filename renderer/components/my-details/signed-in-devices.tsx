import { formatDateTime, spokenWithin } from '#shared/format/dates.ts';
import type { SessionInfo } from '#shared/protocol/sessions.ts';
import { Badge, Button, Skeleton, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useId, useRef, type ReactNode } from 'react';
import { bridge } from '../../bridge/bridge.ts';
import { confirm, sentenceOf, showError, showToast } from '../messages/messages.tsx';
import { OnlineFailure } from '../sync/online-failure.tsx';
import { useNow } from '../use-now.ts';
import classes from './signed-in-devices.module.css';
import { devicesKey } from './use-devices-again.ts';
import { isFocusLost } from '../keyboard/keep-focus.ts';

const MINUTE_MS = 60_000;

/** Where a user is signed in, and the way to end that: one's own, or another's as Super Admin. */
export function SignedInDevices({ userId }: { userId: string }): ReactNode {
  const headingId = useId();
  const section = useRef<HTMLElement>(null);
  const hasEnded = useRef(false);
  const now = useNow(MINUTE_MS);
  const query = useQuery({
    queryKey: devicesKey(userId),
    queryFn: () => bridge.call('sessions.list', { userId }),
    staleTime: 0,
    gcTime: 0,
  });

  const devices = query.data;
  // The button that had the focus goes with its device.
  useEffect(() => {
    if (!devices || !hasEnded.current) return;
    hasEnded.current = false;
    if (isFocusLost()) section.current?.focus();
  }, [devices]);

  const end = async (session: SessionInfo): Promise<void> => {
    const confirmed = await confirm({
      title: `Sign out on ${deviceText(session)}?`,
      message: 'It is asked to sign in again. What it has not sent yet stays there and is sent then.',
      confirmLabel: 'Sign out',
      danger: true,
    });
    if (!confirmed) return;
    try {
      await bridge.call('sessions.end', { id: session._id });
      hasEnded.current = true;
      showToast({ title: 'Signed out', message: `On ${deviceText(session)}.` });
    } catch (error) {
      showError(`Failed to sign out\n${sentenceOf(error, 'Try again in a moment.')}`);
    }
    void query.refetch();
  };

  return (
    <section ref={section} tabIndex={-1} aria-labelledby={headingId} className={classes.section}>
      <h3 id={headingId} className={classes.heading}>
        Signed-in devices
      </h3>
      {query.isPending && <Skeleton h={38} role="status" aria-label="Loading the devices" />}
      {query.isError && (
        <OnlineFailure
          title="Failed to load the devices"
          error={query.error}
          onRetry={() => void query.refetch()}
        />
      )}
      {devices?.length === 0 && (
        <Text size="sm" c="dimmed">
          Not signed in anywhere.
        </Text>
      )}
      {devices && devices.length > 0 && (
        <ul className={classes.devices}>
          {devices.map((session) => (
            <li key={session._id} className={classes.device}>
              <span className={classes.name}>{deviceText(session)}</span>
              <span className={classes.times}>
                <span title={formatDateTime(session.openedAt)}>
                  Signed in {spokenWithin(session.openedAt, now)}
                </span>
                {' · '}
                <span title={formatDateTime(session.lastSeenAt)}>
                  last seen {spokenWithin(session.lastSeenAt, now)}
                </span>
              </span>
              {session.current ? (
                <Badge variant="light" tt="none" fw={500}>
                  This device
                </Badge>
              ) : (
                <Button
                  size="compact-sm"
                  variant="default"
                  aria-label={`Sign out on ${deviceText(session)}`}
                  onClick={() => void end(session)}
                >
                  Sign out
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function deviceText({ device }: SessionInfo): string {
  return device ?? 'Another program';
}
