import type { ImportState } from '#shared/protocol/import.ts';
import { useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query';
import { useCallback } from 'react';
import { bridge } from '../../bridge/bridge.ts';
import { useRole, useSession } from '../../stores/session.ts';
import { importables } from './import-address.ts';

const KEY = 'import-state';

const useKey = (): readonly unknown[] => [KEY, useSession((session) => session.user?._id ?? null)];

/** How the user's import stands, as the desk says; data is null where there is none. */
export function useImportState(): UseQueryResult<ImportState | null> {
  const role = useRole();
  const key = useKey();
  return useQuery({
    queryKey: key,
    queryFn: () => bridge.call('import.state', {}),
    enabled: key[1] !== null && importables(role).length > 0,
    staleTime: 0,
    // What one has read is not kept for whoever signs in next.
    gcTime: 0,
  });
}

/** The ways to take a state that the desk has answered with, and to ask for it again. */
export function useImportNews(): {
  take: (state: ImportState | null) => void;
  askAgain: () => Promise<void>;
  known: () => ImportState | null;
} {
  const client = useQueryClient();
  const userId = useKey()[1];
  const take = useCallback(
    (state: ImportState | null) => {
      // An older answer that is still under way would put this one back.
      void client.cancelQueries({ queryKey: [KEY, userId] });
      client.setQueryData([KEY, userId], state);
    },
    [client, userId],
  );
  const askAgain = useCallback(() => client.invalidateQueries({ queryKey: [KEY, userId] }), [client, userId]);
  const known = useCallback(
    () => client.getQueryData<ImportState | null>([KEY, userId]) ?? null,
    [client, userId],
  );
  return { take, askAgain, known };
}
