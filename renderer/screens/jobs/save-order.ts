import { PlainError } from '#shared/protocol/errors.ts';
import { bridge } from '../../bridge/bridge.ts';
import { showFailure } from '../../components/messages/messages.tsx';

/** The base of a save that follows: the version of the job that the user sees now. */
export async function baseOf(id: string): Promise<number> {
  const view = await bridge.call('records.get', { entity: 'job', id });
  if (!view) throw new PlainError('not-found', 'This job is no longer there. It may have been deleted.');
  return view.base;
}

/**
 * Saves the order of a job alone (section 7).
 * @param base of `baseOf` when the typing began, so that a change from elsewhere meanwhile is noticed
 * @returns whether it was saved; a failure is shown, with Retry where that can help.
 */
export async function saveOrder(id: string, order: number, base: Promise<number>): Promise<boolean> {
  try {
    await bridge.call('records.save', { entity: 'job', id, base: await base, changes: { order } });
    return true;
  } catch (error) {
    showFailure('Failed to update order', error, () => saveOrder(id, order, baseOf(id)));
    return false;
  }
}
