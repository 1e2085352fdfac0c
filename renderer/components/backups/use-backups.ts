import type { BackupsHere } from '#shared/protocol/backups.ts';
import { useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query';
import { bridge } from '../../bridge/bridge.ts';

const KEY = ['backups'];
/** While one is made. */
const SOON_MS = 1_500;
const NOW_AND_THEN_MS = 60 * 60_000;

/** What the server tells of its backups; asked again while one is made, and now and then. */
export function useBackups(enabled: boolean): UseQueryResult<BackupsHere> {
  return useQuery({
    queryKey: KEY,
    queryFn: () => bridge.call('backups.status', {}),
    enabled,
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.running ? SOON_MS : NOW_AND_THEN_MS),
  });
}

/** Takes what was told by another call. */
export function useBackupsTold(): (told: BackupsHere) => void {
  const client = useQueryClient();
  return (told) => client.setQueryData(KEY, told);
}
