import type { EntityName } from '#shared/model/entities.ts';
import { useLogOfRow } from '../activities/log-call.ts';
import type { RowKeys } from '../data-grid/grid-keyboard.ts';
import type { GridRow } from '../data-grid/list-row.ts';
import { hotkeys } from '../keyboard/shortcuts.ts';
import { useMessageOfRow } from '../messaging/asked-message.ts';
import { useRoomForMessage } from './use-narrow.ts';

type OfRow = ((row: GridRow) => void) | null;

/**
 * How the person of a row is reached: a call logged, a message written. Null or no key where the list is none of people,
 * or the role may not.
 * @param buttons whether rows have buttons for it, as far as there is room
 * @param selecting whether rows are selected: then the key for messages is theirs
 */
export function useRowReach(
  entity: EntityName,
  { buttons, selecting }: { buttons: boolean; selecting: boolean },
): { buttons: { log: OfRow; message: OfRow }; keys: RowKeys } {
  const log = useLogOfRow(entity);
  const message = useMessageOfRow(entity);
  const hasRoom = useRoomForMessage();
  return {
    buttons: { log: buttons ? log : null, message: buttons && hasRoom ? message : null },
    keys: {
      ...(log ? { [hotkeys.logCall]: log } : {}),
      ...(message && !selecting ? { [hotkeys.message]: message } : {}),
    },
  };
}
