import { entityOf } from '#shared/model/entities.ts';
import { mayRead } from '#shared/access/permissions.ts';
import { toRole } from '#shared/access/roles.ts';
import { pathOfList } from '#shared/access/routes.ts';
import { readViewSettings, type ViewSettings } from '#shared/model/view-settings.ts';
import type { ListRow } from '#shared/protocol/list-calls.ts';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { bridge } from '../../bridge/bridge.ts';
import { useBridgeEvent } from '../../bridge/use-bridge-event.ts';
import { useSession } from '../../stores/session.ts';
import { allRows } from './all-rows.ts';
import { queryOfView } from './view-address.ts';

/** A view that the signed-in user has, or that is shared with the user's role. */
export interface View {
  _id: string;
  name: string;
  /** As `listKey` calls it. */
  list: string;
  settings: ViewSettings;
  isMine: boolean;
  ownerName: string;
  sharedWith: readonly string[];
  /** Path and query that show it; undefined where the role has no screen of the list. */
  address: string | undefined;
}

export interface SavedViews {
  views: readonly View[];
  /** By list the view that opens first, and the record that says so. */
  first: ReadonlyMap<string, { record: string; view: string | null }>;
}

const NONE: SavedViews = { views: [], first: new Map() };

/** All views that the signed-in user sees, by their names; undefined until they have been read. */
export function useSavedViews(): SavedViews | undefined {
  const user = useSession((session) => session.user);
  const may = user !== null && mayRead(entityOf('savedView'), toRole(user.role));
  const query = useQuery({
    queryKey: ['saved views', user?._id],
    queryFn: readRows,
    enabled: may,
    staleTime: Infinity,
  });
  useBridgeEvent('changed', ({ entity }) => {
    if (entity === 'savedView' || entity === 'openingView') void query.refetch({ cancelRefetch: false });
  });
  const rows = query.data;
  return useMemo(() => {
    if (!may || query.isError) return NONE;
    if (!rows) return undefined;
    const views = rows.views.flatMap((row) => viewOf(row, user) ?? []);
    // The latest choice for a list comes last and counts.
    const first = rows.first
      .toSorted((one, other) => String(one['updatedAt']).localeCompare(String(other['updatedAt'])))
      .map((row) => [String(row['list']), { record: row._id, view: textOrNull(row['savedView']) }] as const);
    return { views, first: new Map(first) };
  }, [may, rows, user, query.isError]);
}

async function readRows(): Promise<{ views: ListRow[]; first: ListRow[] }> {
  const [views, first] = await Promise.all([
    allRows(bridge, { entity: 'savedView', list: 'savedViews' }),
    allRows(bridge, { entity: 'openingView', list: 'openingViews' }),
  ]);
  return { views, first };
}

type User = NonNullable<ReturnType<typeof useSession.getState>['user']>;

function viewOf(row: ListRow, user: User): View | null {
  const settings = readViewSettings(row['settings']);
  if (!settings) return null;
  const list = String(row['list']);
  const path = pathOfList(list, toRole(user.role));
  return {
    _id: row._id,
    name: String(row['name']),
    list,
    settings,
    // One that has just been made here has no owner until the server says so.
    isMine: row['owner'] === null || row['owner'] === user._id,
    ownerName: textOrNull(row['owner.name']) ?? 'somebody',
    sharedWith: Array.isArray(row['sharedWith']) ? row['sharedWith'].map(String) : [],
    address: path && `${path}${queryOfView(row._id, settings, user._id)}`,
  };
}

const textOrNull = (value: unknown): string | null => (typeof value === 'string' ? value : null);
