import { listKey } from '#shared/model/list-names.ts';
import type { EntityName } from '#shared/model/entities.ts';
import { useEffect, useMemo, useState } from 'react';
import { NavigationType, useLocation, useNavigate, useNavigationType } from 'react-router-dom';
import { useSavedViews, type SavedViews, type View } from './use-saved-views.ts';
import { VIEW } from './view-address.ts';

export interface ListViews {
  /** Views of this list. */
  views: readonly View[];
  all: SavedViews;
  key: string;
  /** The one that the address names. */
  open: View | null;
  /** The one that opens first. */
  first: View | null;
}

const NONE: SavedViews = { views: [], first: new Map() };

/**
 * The views of a list. Who comes to the list itself, and to nothing special of it, gets the view that opens first.
 * null while that is on its way. A list does not wait for its views: until they are read it has none.
 */
export function useListViews(entity: EntityName, list: string): ListViews | null {
  const saved = useSavedViews();
  const key = listKey(entity, list);
  const { search, pathname } = useLocation();
  const arrival = useNavigationType();
  const navigate = useNavigate();
  const views = useMemo((): ListViews => {
    const all = saved ?? NONE;
    const own = all.views.filter((view) => view.list === key);
    const find = (id: string | null | undefined): View | null => own.find((view) => view._id === id) ?? null;
    return {
      views: own,
      all,
      key,
      open: find(new URLSearchParams(search).get(VIEW)),
      first: find(all.first.get(key)?.view),
    };
  }, [saved, key, search]);

  const [arrived, setArrived] = useState(false);
  // A list whose last filter was taken away stays as it is.
  const opens = search === '' && (!arrived || arrival !== NavigationType.Replace) ? views.first : null;
  const query = opens?.address?.slice(opens.address.indexOf('?'));
  const isThere = search !== '' || (saved !== undefined && query === undefined);
  if (isThere && !arrived) setArrived(true);
  useEffect(() => {
    if (query !== undefined) void navigate(`${pathname}${query}`, { replace: true });
  }, [query, pathname, navigate]);
  return query === undefined || arrived ? views : null;
}
