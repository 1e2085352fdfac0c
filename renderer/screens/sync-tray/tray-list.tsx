import type { TrayEntry } from '#shared/protocol/sync-calls.ts';
import { formatNumber } from '#shared/format/numbers.ts';
import { Button, Skeleton, Stack, Text, Title } from '@mantine/core';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { bridge } from '../../bridge/bridge.ts';
import { sentenceOf } from '../../components/messages/messages.tsx';
import { useNow } from '../../components/use-now.ts';
import { useRole } from '../../stores/session.ts';
import { useSync } from '../../stores/sync.ts';
import { isMendable, mendingForm } from './mend-refused.ts';
import { RetryAll } from './retry-all.tsx';
import { TrayCard } from './tray-card.tsx';
import classes from './sync-tray.module.css';
import { isFocusLost } from '../../components/keyboard/keep-focus.ts';

/** A long outbox is shown in parts of this many. */
const PART = 50;

/** After this many milliseconds a question that was answered has gone, and with it the focus. */
const FADED_MS = 200;

interface TrayListProps {
  /** Closes the tray, then goes there. */
  onLeave: (go: () => void) => void;
}

/** The entries of the tray: first what needs the user, then what only waits. */
export function TrayList({ onLeave }: TrayListProps): ReactNode {
  const list = useRef<HTMLDivElement>(null);
  const query = useQuery({
    queryKey: ['sync', 'tray'],
    queryFn: () => bridge.call('sync.tray', {}),
    staleTime: 0,
  });
  const waiting = useSync((sync) => sync.waiting);
  const attention = useSync((sync) => sync.attention);
  const seen = useRef(`${waiting}/${attention}`);
  const { refetch } = query;
  useEffect(() => {
    const now = `${waiting}/${attention}`;
    if (seen.current !== now) void refetch();
    seen.current = now;
  }, [waiting, attention, refetch]);

  const entries = query.data?.length;
  const before = useRef(entries);
  useEffect(() => {
    if (before.current === entries) return undefined;
    before.current = entries;
    // The card whose button was pressed is gone: whoever works by keys goes on here, not behind the tray.
    const timer = setTimeout(() => {
      if (isFocusLost()) list.current?.focus();
    }, FADED_MS);
    return () => clearTimeout(timer);
  }, [entries]);

  return (
    <div ref={list} tabIndex={-1} className={classes.entries}>
      <TrayEntries query={query} onLeave={onLeave} />
    </div>
  );
}

interface TrayEntriesProps extends TrayListProps {
  query: UseQueryResult<TrayEntry[]>;
}

function TrayEntries({ query, onLeave }: TrayEntriesProps): ReactNode {
  const { refetch } = query;
  const waiting = useSync((sync) => sync.waiting);
  const attention = useSync((sync) => sync.attention);
  const notices = useSync((sync) => sync.notices.length);
  if (query.isPending) return <Skeleton h={96} role="status" aria-label="Loading changes" />;
  if (query.isError) {
    return (
      <Stack align="flex-start" gap="xs" role="alert">
        <Text size="sm">{sentenceOf(query.error, 'The list of changes could not be read.')}</Text>
        <Button size="compact-md" variant="default" onClick={() => void refetch()}>
          Retry
        </Button>
      </Stack>
    );
  }
  const counts = { attention: attention - notices, waiting };
  const attended = query.data.filter((entry) => entry.kind !== 'waiting');
  const waits = query.data.filter((entry) => entry.kind === 'waiting');
  if (query.data.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        Every change of yours has reached the server.
      </Text>
    );
  }
  const refresh = (): void => void refetch();
  return (
    <Stack gap="lg">
      <Section
        title="Needs your attention"
        entries={attended}
        all={query.data}
        total={counts.attention}
        onDone={refresh}
        onLeave={onLeave}
      >
        <RetryAll entries={attended} onDone={refresh} />
      </Section>
      <Section
        title="Waiting to be sent"
        entries={waits}
        all={query.data}
        total={counts.waiting}
        onDone={refresh}
        onLeave={onLeave}
      />
    </Stack>
  );
}

interface SectionProps extends TrayListProps {
  title: string;
  entries: readonly TrayEntry[];
  /** Those of the other section too. */
  all: readonly TrayEntry[];
  /** How many there are; the newest of them are `entries`. */
  total: number;
  onDone: () => void;
  children?: ReactNode;
}

function Section({ title, entries, all, total, onDone, onLeave, children }: SectionProps): ReactNode {
  const [shown, setShown] = useState(PART);
  const now = useNow(60_000);
  const role = useRole();
  if (entries.length === 0) return null;
  return (
    <section>
      <Title order={2} fz="sm" mb="xs">
        {title} ({formatNumber(Math.max(total, entries.length))})
      </Title>
      {children}
      <ul className={classes.list}>
        {entries.slice(0, shown).map((entry) => (
          <TrayCard
            key={entry.id}
            entry={entry}
            now={now}
            mend={
              total <= entries.length && isMendable(entry, all, role) ? mendingForm(entry, all, role) : null
            }
            onDone={onDone}
            onLeave={onLeave}
          />
        ))}
      </ul>
      {entries.length > shown && (
        <Button variant="default" size="compact-md" mt="sm" onClick={() => setShown(shown + PART)}>
          Show {Math.min(PART, entries.length - shown)} more
        </Button>
      )}
    </section>
  );
}
