import type { EntityName } from '#shared/model/entities.ts';
import { create } from 'zustand';

/** A record that is looked at over whatever is open, such as a form that is being filled. */
export interface ShownRecord {
  entity: EntityName;
  id: string;
}

export const useShownRecord = create<{ open: ShownRecord | null }>(() => ({ open: null }));

export function showRecord(record: ShownRecord): void {
  useShownRecord.setState({ open: record });
}

export const putAwayShown = (): void => useShownRecord.setState({ open: null });
