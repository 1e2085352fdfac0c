import type { SyncStatus } from '#shared/protocol/bridge.ts';
import { agoText } from '../sync-wording.ts';

/** How fresh a list is, as people say it. */
export function syncedText({ state, syncedAt }: Pick<SyncStatus, 'state' | 'syncedAt'>, now: number): string {
  if (state === 'first-sync') return 'First sync under way';
  if (!syncedAt) return 'Not synced yet';
  const when = agoText(syncedAt, now);
  return state === 'offline' ? `Offline, last synced ${when}` : `Last synced ${when}`;
}
