import { formatDate, formatTime, formatSpokenDateTime } from '#shared/format/dates.ts';
import { Button, Group, Skeleton, Text } from '@mantine/core';
import { useRef, type ReactNode } from 'react';
import { ChangeEntry, type RecordHistoryProps } from '../record-history/record-history.tsx';
import { OnlineFailure } from '../sync/online-failure.tsx';
import { useNow } from '../use-now.ts';
import { ActivityEntry } from './activity-entry.tsx';
import { logCall, useMayLog } from './log-call.ts';
import type { Person } from './person.ts';
import classes from './timeline.module.css';
import { useTimeline } from './use-timeline.ts';

const MINUTE_MS = 60_000;
const NOON = 'T06:30:00.000Z';

interface TimelineProps {
  person: Person;
  coupled: RecordHistoryProps['coupled'];
}

/** What was done about a person and what was changed, newest first, day by day. */
export function Timeline({ person, coupled }: TimelineProps): ReactNode {
  const { pending, days, isLogEmpty, older, fetching, failure } = useTimeline(person);
  const mayLog = useMayLog();
  const now = useNow(MINUTE_MS);
  const whole = useRef<HTMLDivElement>(null);
  if (pending) {
    return (
      <div role="status" aria-label="Loading the timeline" className={classes.loading}>
        <Skeleton h={36} />
        <Skeleton h={36} />
      </div>
    );
  }
  return (
    <div ref={whole} className={classes.timeline}>
      {isLogEmpty && (
        <Group gap="md" py="sm">
          <Text c="dimmed">Nothing has been logged yet.</Text>
          {mayLog && (
            <Button size="compact-md" variant="light" onClick={() => logCall(person)}>
              Log call
            </Button>
          )}
        </Group>
      )}
      {failure === 'offline' ? (
        <Text size="sm" c="dimmed" py="xs" role="status">
          Changes are kept on the server, and are shown here when it can be reached.
        </Text>
      ) : (
        failure && (
          <OnlineFailure title="Failed to load the changes" error={failure.error} onRetry={failure.retry} />
        )
      )}
      {days.map(({ day, entries }) => (
        <section key={day} aria-label={dayText(day, now)}>
          <h3 className={classes.day}>{dayText(day, now)}</h3>
          <ol className={classes.entries}>
            {entries.map((entry) =>
              entry.activity ? (
                <ActivityEntry
                  key={entry.activity.record._id}
                  person={person}
                  activity={entry.activity}
                  // The button that had the focus is gone.
                  onDeleted={() =>
                    whole.current?.closest<HTMLElement>('[role="tabpanel"], [role="region"]')?.focus()
                  }
                />
              ) : (
                <ChangeEntry
                  key={entry.change.seq}
                  entity={person.entity}
                  entry={entry.change}
                  coupled={coupled}
                  when={formatTime(entry.at)}
                />
              ),
            )}
          </ol>
        </section>
      ))}
      {older && (
        <Button variant="default" size="compact-md" my="sm" loading={fetching} onClick={older}>
          Load older
        </Button>
      )}
    </div>
  );
}

/** `Today`, `Yesterday`, or the date. */
function dayText(day: string, now: number): string {
  const [spoken = ''] = formatSpokenDateTime(day + NOON, now).split(' ');
  return /^[TY]/.test(spoken) ? spoken : formatDate(day);
}
