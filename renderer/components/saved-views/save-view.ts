import { newId } from '#shared/model/new-id.ts';
import type { ViewSettings } from '#shared/model/view-settings.ts';
import { bridge } from '../../bridge/bridge.ts';
import { showDone } from '../changes/undo.ts';
import { deleteRecord } from '../list-screen/delete-record.ts';
import { showFailure } from '../messages/messages.tsx';
import { usualDeletion } from '../record-form/usual-texts.ts';
import type { SavedViews, View } from './use-saved-views.ts';

const FAILURE = 'Failed to save the view';

/** What a view is called, and whom it is shared with; without `sharedWith` that stays. */
export interface ViewNaming {
  name: string;
  sharedWith?: readonly string[];
}

/** Saves a new view. Resolves to its id; null where it failed, which is shown. */
export async function addView(
  list: string,
  settings: ViewSettings,
  naming: ViewNaming,
): Promise<string | null> {
  const id = newId();
  const changes = { ...naming, list, settings: JSON.stringify(settings) };
  const save = (): Promise<boolean> => saved(id, null, changes, `View “${naming.name}” saved`, save);
  return (await save()) ? id : null;
}

/** Gives a view other settings, another name or other readers. Resolves to whether that worked; failures are shown. */
export async function changeView(
  view: View,
  change: { settings?: ViewSettings; naming?: ViewNaming },
): Promise<boolean> {
  const changes = {
    ...change.naming,
    ...(change.settings ? { settings: JSON.stringify(change.settings) } : {}),
  };
  const save = async (): Promise<boolean> => {
    const now = await bridge.call('records.get', { entity: 'savedView', id: view._id });
    return saved(
      view._id,
      now?.base ?? 0,
      changes,
      `View “${change.naming?.name ?? view.name}” updated`,
      save,
    );
  };
  return save();
}

async function saved(
  id: string,
  base: number | null,
  changes: Record<string, unknown>,
  title: string,
  again: () => Promise<boolean>,
): Promise<boolean> {
  try {
    const { set } = await bridge.call('records.save', { entity: 'savedView', id, base, changes });
    showDone({ title }, set);
    return true;
  } catch (error) {
    showFailure(FAILURE, error, again);
    return false;
  }
}

/** Asks, and deletes the view. Resolves to whether it was deleted. */
export function deleteView(view: View): Promise<boolean> {
  const texts = usualDeletion('View', 'Failed to delete the view');
  const others =
    view.sharedWith.length > 0 ? ` It leaves the lists of ${view.sharedWith.join(', ')} too.` : '';
  return deleteRecord(
    'savedView',
    { id: view._id, name: view.name },
    { ...texts, title: `Delete the view “${view.name}”?`, message: `The records in it stay.${others}` },
  );
}

/** Has a view of a list open first for the signed-in user; null for the list as it is by itself. */
export async function openFirst({ first }: SavedViews, list: string, view: string | null): Promise<void> {
  const known = first.get(list);
  const id = known?.record ?? newId();
  try {
    const now = known && (await bridge.call('records.get', { entity: 'openingView', id }));
    const changes = { savedView: view, ...(now ? {} : { list }) };
    const { set } = await bridge.call('records.save', {
      entity: 'openingView',
      id,
      base: now?.base ?? null,
      changes,
    });
    showDone({ title: view === null ? 'The whole list opens first' : 'This view opens first' }, set);
  } catch (error) {
    showFailure(FAILURE, error, () => openFirst({ first, views: [] }, list, view));
  }
}
