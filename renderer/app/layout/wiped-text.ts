import type { SyncStatus } from '#shared/protocol/sync-calls.ts';

/**
 * What is said when the user's data was removed: what was nowhere else has stayed, with what the user wrote in it.
 * @param before how things stood when the user signed out
 */
export function wipedText({ waiting, attention }: Pick<SyncStatus, 'waiting' | 'attention'>): string {
  const stayed = [
    ...(waiting > 0 ? ['the changes that wait to be sent'] : []),
    ...(attention > 0 ? ['what needs your attention'] : []),
  ];
  const but = stayed.length === 0 ? '' : `, but for ${stayed.join(' and ')}`;
  return `Your data was removed from this computer${but}.`;
}
