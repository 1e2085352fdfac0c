import type { EntityName } from '#shared/model/entities.ts';
import type { KeptDraft } from '#shared/protocol/draft-calls.ts';
import { create } from 'zustand';
import { isStillWriting } from '../messaging/still-writing.ts';

/** What the hosts in the layout are asked for: by lists and views, the palette, and rows that may be gone meanwhile. */
export type Asked =
  /** Makes a candidate of an inquiry, or shows the one that it became. @property kept what was typed before in its form */
  | { what: 'enrol'; inquiry: string; kept?: KeptDraft }
  /** @property from whose records; null where that is to be chosen */
  | { what: 'hand over'; from: { _id: string; name: string } | null }
  | { what: 'lead takers' }
  | { what: 'show'; entity: EntityName; id: string };

export const useAsked = create<{ asked: Asked | null }>(() => ({ asked: null }));

/** Asks for one thing; while another is open, or what would lie above it, nothing happens. */
export function ask(asked: Asked): void {
  if (isStillWriting()) return;
  useAsked.setState((now) => ({ asked: now.asked ?? asked }));
}

export function putAway(): void {
  useAsked.setState({ asked: null });
}
