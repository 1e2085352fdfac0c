import { openAddress, recordLink, type LinkedRecord } from '#shared/window/record-links.ts';
import { useEffect } from 'react';

/** The records in dialogs, the last one on top. */
const open: LinkedRecord[] = [];

/** Says which record a dialog shows, for as long as it does; null for none that is there yet. */
export function useRecordOnTop(entity: LinkedRecord['entity'], id: string | null): void {
  useEffect(() => {
    const record = { entity, id: id ?? '' };
    if (id === null || recordLink(record) === null) return;
    open.push(record);
    return () => void open.splice(open.indexOf(record), 1);
  }, [entity, id]);
}

/** The address of what is on the screen: of the record on top, else of the list. */
export function addressOnScreen(): string {
  const record = open.at(-1);
  return record ? openAddress(record) : `${window.location.pathname}${window.location.search}`;
}
