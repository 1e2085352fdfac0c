import type { Params } from '#shared/protocol/bridge.ts';
import { bridge } from '../../bridge/bridge.ts';
import { showFailure } from '../messages/messages.tsx';
import type { SelectedRows } from './bulk-action.ts';

type Held = Pick<SelectedRows, 'asked' | 'count'>;

/**
 * The selected rows as they are now, for what is asked about them and then done: all that a list finds may be others by
 * then, so that the desk keeps in mind which ones were counted. null where there are none, or that failed and was said.
 */
export async function heldRows(
  asked: Params<'records.hold'>,
  count: number | null,
  retry: () => void,
): Promise<Held | null> {
  if (asked.picked.ids) return { asked, count };
  try {
    const { held, total } = await bridge.call('records.hold', asked);
    return total === 0 ? null : { asked: { query: asked.query, picked: { held } }, count: total };
  } catch (error) {
    showFailure('Failed to read the selected rows', error, retry);
    return null;
  }
}
