import type { EntityName } from '#shared/model/entities.ts';
import type { Params } from '#shared/protocol/bridge.ts';
import type { ManyResult } from '#shared/protocol/many.ts';
import { bridge } from '../../bridge/bridge.ts';
import { showDone } from '../changes/undo.ts';
import { confirm, showFailure, showToast } from '../messages/messages.tsx';
import { manyText } from './many-wording.ts';

/** Of a change of many that left some as they were: there is more to read. */
const LONGER_MS = 10_000;

/** Gives the selected records the same values. What came of it is told by an event, see `showMany`. */
export async function setRows(asked: Omit<Params<'records.setMany'>, 'id'>, id: string): Promise<void> {
  try {
    await bridge.call('records.setMany', { ...asked, id });
  } catch (error) {
    // Under its own id it goes on where it ended.
    showFailure('Failed to set the field', error, () => setRows(asked, id));
  }
}

/** What came of a change of many, with Undo beside it; also of one that went on after a restart. */
export function showMany(result: ManyResult): void {
  const text = manyText(result);
  if (result.set !== null) showDone(text, result.set);
  else showToast({ ...text, color: 'yellow', autoClose: LONGER_MS });
}

/** Asks, and deletes the selected records. Resolves to whether they were deleted. */
export async function deleteMany(
  asked: Omit<Params<'records.deleteMany'>, 'id'>,
  texts: { title: string; message: string; failure: string },
): Promise<boolean> {
  const confirmed = await confirm({ ...texts, confirmLabel: 'Delete', danger: true });
  return confirmed && remove(asked, crypto.randomUUID(), texts.failure);
}

async function remove(
  asked: Omit<Params<'records.deleteMany'>, 'id'>,
  id: string,
  failure: string,
): Promise<boolean> {
  try {
    await bridge.call('records.deleteMany', { ...asked, id });
    return true;
  } catch (error) {
    showFailure(failure, error, () => remove(asked, id, failure));
    return false;
  }
}

/** Brings deleted records back. Resolves to whether they are. */
export async function restoreMany(
  entity: EntityName,
  ids: string[],
  id: string = crypto.randomUUID(),
): Promise<boolean> {
  try {
    await bridge.call('records.restoreMany', { id, entity, ids });
    return true;
  } catch (error) {
    showFailure('Failed to restore', error, () => restoreMany(entity, ids, id));
    return false;
  }
}
