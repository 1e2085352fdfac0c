import { formatSpokenDateTime } from '#shared/format/dates.ts';
import { useMediaQuery } from '@mantine/hooks';
import { useCallback, useSyncExternalStore, type ReactNode } from 'react';
import { bridge } from '../../bridge/bridge.ts';
import type { ExtraColumn } from '../data-grid/grid-columns.tsx';
import { useNow } from '../use-now.ts';
import { LastActivities, lastActivityText, lastWord } from './last-activities.ts';
import classes from './last-activity.module.css';
import { useMayReadActivities } from './log-call.ts';
import type { Person } from './person.ts';

const MINUTE_MS = 60_000;

const sources = {
  candidate: new LastActivities(bridge, 'candidate'),
  inquiry: new LastActivities(bridge, 'inquiry'),
} as const;

for (const source of Object.values(sources)) {
  bridge.on('changed', (event) => source.changed(event));
  bridge.onConnection((connection) => {
    if (connection === 'open') source.askAgain();
  });
}

/** When somebody last spoke or wrote to the person, and what came of it. */
export function LastActivityCell({
  entity,
  id,
  none = null,
}: Pick<Person, 'entity' | 'id'> & {
  /** What stands there where nobody has. */
  none?: ReactNode;
}): ReactNode {
  const source = sources[entity];
  const subscribe = useCallback((listener: () => void) => source.show(id, listener), [source, id]);
  const last = useSyncExternalStore(subscribe, () => source.of(id));
  const now = useNow(MINUTE_MS);
  if (!last) return none;
  return (
    <span className={classes.last} data-parts="" title={lastActivityText(last)}>
      <span className={classes.word}>{lastWord(last)}</span>
      <time dateTime={last.at} className={classes.when}>
        {formatSpokenDateTime(last.at, now)}
      </time>
    </span>
  );
}

function columnOf(
  entity: Person['entity'],
  size: Pick<ExtraColumn, 'width' | 'minWidth' | 'flex' | 'wrapHeaderText'>,
): ExtraColumn {
  return {
    name: 'last-activity',
    heading: 'Last activity',
    ...size,
    cell: ({ _id }) => <LastActivityCell entity={entity} id={_id} />,
    text: ({ _id }) => {
      const last = sources[entity].of(_id);
      return last ? lastActivityText(last) : '';
    },
  };
}

const WIDE = { width: 250 };
const STACKED = { flex: 0.1, minWidth: 116, wrapHeaderText: true };

const columns = {
  candidate: { wide: columnOf('candidate', WIDE), stacked: columnOf('candidate', STACKED) },
  inquiry: { wide: columnOf('inquiry', WIDE), stacked: columnOf('inquiry', STACKED) },
} as const;

/** Where the columns of the specification need the room themselves. */
const NO_ROOM = '(max-width: 1365.98px)';

/** The Last activity column of a follow-up list, for roles that may see activities and windows that have room for it. */
export function useLastActivityColumn(entity: Person['entity'], stacked: boolean): ExtraColumn | undefined {
  const mayRead = useMayReadActivities();
  const noRoom = useMediaQuery(NO_ROOM, undefined, { getInitialValueInEffect: false });
  return mayRead && !noRoom ? columns[entity][stacked ? 'stacked' : 'wide'] : undefined;
}
