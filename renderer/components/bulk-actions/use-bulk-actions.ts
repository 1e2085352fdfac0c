import { useEffect, useMemo, useRef } from 'react';
import { useRole } from '../../stores/session.ts';
import type { GridQuery } from '../data-grid/grid-query.ts';
import type { ListSource } from '../data-grid/list-source.ts';
import { hotkeys } from '../keyboard/shortcuts.ts';
import { useShortcuts } from '../keyboard/use-shortcuts.ts';
import type { Selection } from '../selection/selection.ts';
import { useSelection } from '../selection/use-selection.ts';
import { chooseAll } from '../selection/use-selection-column.ts';
import type { BulkAction, BulkList } from './bulk-action.ts';
import { bulkActionsOf } from './bulk-actions.ts';
import { isFocusLost } from '../keyboard/keep-focus.ts';

interface BulkActions {
  /** None where the role does nothing with several rows of the list: then rows are not selected. */
  actions: readonly BulkAction[];
  selection: Selection;
  /** Rows that are selected; null while they are being counted. */
  count: number | null;
}

/**
 * What is selected in a list and what can be done with it, with the keys of selecting.
 * @param resting whether nothing is selected there, as on a board
 */
export function useBulkActions(
  { entity, list, form, deletion, deletionRefused }: BulkList,
  query: GridQuery,
  source: ListSource,
  resting = false,
): BulkActions {
  const role = useRole();
  const { selection, state } = useSelection(query);
  const actions = useMemo(
    () => (resting ? [] : bulkActionsOf({ entity, list, form, deletion, deletionRefused }, role)),
    [resting, entity, list, form, deletion, deletionRefused, role],
  );
  useShortcuts(
    actions.length > 0 ? [[hotkeys.selectAll, () => chooseAll(selection, source, false)] as const] : [],
  );
  const before = useRef(state.count);
  useEffect(() => {
    // The button that had the focus has gone with the selection.
    if (before.current !== 0 && state.count === 0 && isFocusLost())
      document.getElementById('content')?.focus();
    before.current = state.count;
  }, [state.count]);
  return { actions, selection, count: resting ? 0 : state.count };
}
