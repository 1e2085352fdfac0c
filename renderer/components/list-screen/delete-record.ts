import type { EntityName } from '#shared/model/entities.ts';
import { bridge } from '../../bridge/bridge.ts';
import { showDone } from '../changes/undo.ts';
import { confirm, showFailure } from '../messages/messages.tsx';

/** The texts of a deletion, as section 8 has them. */
export interface DeletionTexts {
  /** Question; takes what the record is called. */
  title: string | ((name: string) => string);
  message: string;
  done: { title: string; message?: string };
  failure: string;
}

/** Asks, deletes, and offers Undo. Failures are shown, with a Retry where that can help. Resolves to whether the record was deleted. */
export async function deleteRecord(
  entity: EntityName,
  record: { id: string; name: string },
  texts: DeletionTexts,
): Promise<boolean> {
  const confirmed = await confirm({
    title: typeof texts.title === 'string' ? texts.title : texts.title(record.name),
    message: texts.message,
    confirmLabel: 'Delete',
    danger: true,
  });
  return confirmed && remove(entity, record.id, texts);
}

async function remove(entity: EntityName, id: string, texts: DeletionTexts): Promise<boolean> {
  let set: string | null;
  try {
    ({ set } = await bridge.call('records.delete', { entity, id }));
  } catch (error) {
    showFailure(texts.failure, error, () => remove(entity, id, texts));
    return false;
  }
  showDone(texts.done, set);
  return true;
}
