import type { DraftSummary } from '#shared/protocol/draft-calls.ts';
import { create } from 'zustand';
import { bridge } from '../../bridge/bridge.ts';
import { letGoOfDraft, notHeld } from './held-drafts.ts';

/** What was typed in forms that are not open any more: newest first. */
export const useLeftDrafts = create<{ left: readonly DraftSummary[] }>(() => ({ left: [] }));

/** Asks the desk which drafts there are. Where it cannot say, there are none for now. */
export async function refreshLeft(): Promise<readonly DraftSummary[]> {
  let left: DraftSummary[] = [];
  try {
    const { drafts } = await bridge.call('drafts.list', {});
    left = await notHeld(drafts);
  } catch {
    // Nobody is signed in any more, or the desk is gone for a moment.
  }
  useLeftDrafts.setState({ left });
  return left;
}

/** Gives back a draft whose form does not open after all: it stands among the others, and opens by itself no more. */
export async function putBackDraft(id: string): Promise<void> {
  letGoOfDraft(id);
  try {
    await bridge.call('drafts.offered', { ids: [id], offered: true });
  } catch {
    // Nobody is signed in any more, or the desk is gone for a moment: it is looked at again after the next start.
  }
  await refreshLeft();
}
