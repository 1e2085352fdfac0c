import { formatNumber } from '#shared/format/numbers.ts';
import {
  TODAY_PARTS,
  type TodayCounts,
  type TodayPart,
  type TodayRow,
  type Whose,
} from '#shared/protocol/today.ts';
import { Alert, Button, Group, Loader, Text } from '@mantine/core';
import { useMemo, type ReactNode } from 'react';
import { sentenceOf } from '../../components/messages/messages.tsx';
import { lacksRecords } from '../../components/sync/sync-wording.ts';
import { useSync } from '../../stores/sync.ts';
import { countOf, emptyText, PART_LABELS } from './parts.ts';
import { TodayList } from './today-list.tsx';
import classes from './today.module.css';
import { useTodayList } from './use-today-list.ts';

interface TodayPartViewProps {
  part: TodayPart;
  whose: Whose;
  /** The Indian day, `YYYY-MM-DD`. */
  day: string;
  counts: TodayCounts | undefined;
  onOpen: (row: TodayRow) => void;
  onShow: (part: TodayPart) => void;
  onEverybody: () => void;
}

/** A part of the day: its rows, or why there are none. */
export function TodayPartView(props: TodayPartViewProps): ReactNode {
  const { part, whose, day, counts, onOpen } = props;
  const query = useTodayList(part, whose, day);
  const filling = useSync((sync) => sync.state === 'first-sync');
  // The line below the top bar says so: that nothing is due nobody knows.
  const lacking = useSync(lacksRecords);
  const rows = useMemo(() => query.data?.pages.flatMap((page) => page.rows) ?? [], [query.data]);
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = query;
  if (query.isPending) {
    return (
      <div className={classes.note} role="status">
        <Loader size="xs" aria-hidden />
        Loading today...
      </div>
    );
  }
  if (query.isError && rows.length === 0) {
    return (
      <Alert color="red" variant="light" title="Error" role="alert" className={classes.failure}>
        <Text size="sm">Failed to load today. {sentenceOf(query.error, '')}</Text>
        <Button size="compact-md" mt="xs" loading={query.isFetching} onClick={() => void query.refetch()}>
          Retry
        </Button>
      </Alert>
    );
  }
  return (
    <>
      {filling && (
        <p className={classes.note} role="status">
          The first sync is under way: the list grows until it is done.
        </p>
      )}
      {rows.length === 0 ? (
        !filling && !lacking && <Empty {...props} />
      ) : (
        <TodayList
          part={part}
          rows={rows}
          total={(counts && countOf(counts, part)) ?? undefined}
          owned={whose === 'everybody'}
          onOpen={onOpen}
          onMore={hasNextPage ? () => !isFetchingNextPage && void fetchNextPage() : undefined}
        />
      )}
    </>
  );
}

/** Nothing to do here: what that means, and where there is something. */
function Empty({ part, whose, counts, onShow, onEverybody }: TodayPartViewProps): ReactNode {
  const [title, text] = emptyText(part, whose);
  const elsewhere = TODAY_PARTS.flatMap((each) => {
    const count = each === part || !counts ? 0 : (countOf(counts, each) ?? 0);
    return count > 0 ? [{ part: each, count }] : [];
  });
  return (
    <div className={classes.empty} role="status">
      <Text fw={600}>{title}</Text>
      <Text c="dimmed" size="sm">
        {text}
      </Text>
      <Group gap="xs" mt="sm">
        {elsewhere.map((each) => (
          <Button key={each.part} variant="default" size="compact-md" onClick={() => onShow(each.part)}>
            {PART_LABELS[each.part]} ({formatNumber(each.count)})
          </Button>
        ))}
        {whose === 'mine' && (
          <Button variant="default" size="compact-md" onClick={onEverybody}>
            Show everybody’s
          </Button>
        )}
      </Group>
    </div>
  );
}
