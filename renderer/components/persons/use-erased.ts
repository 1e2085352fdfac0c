import type { EntityName } from '#shared/model/entities.ts';
import { useBridgeEvent } from '../../bridge/use-bridge-event.ts';
import { showToast } from '../messages/messages.tsx';

/** Puts away what shows a record once the person is erased, with whatever was being written about them. */
export function useErased(entity: EntityName, id: string | null, putAway: () => void): void {
  useBridgeEvent('erased', ({ records }) => {
    if (!records.some((record) => record.entity === entity && record.recordId === id)) return;
    showToast({ title: 'Erased', message: 'This person was erased. Nothing about them is kept.' });
    putAway();
  });
}
