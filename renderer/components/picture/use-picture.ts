import { skipToken, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect } from 'react';
import { bridge } from '../../bridge/bridge.ts';
import { useSync } from '../../stores/sync.ts';

/** How much of a picture is needed: a small square of it, or all that was sent. */
export type PictureSize = 'thumbnail' | 'whole';

export const keyOf = (hash: string | null, size: PictureSize): readonly unknown[] => ['picture', hash, size];

/** A picture as an address for an image; null where it is neither here nor to be had now. */
export async function fetchPicture(hash: string, size: PictureSize): Promise<string | null> {
  const file = await bridge.call('files.get', { hash, ...(size === 'thumbnail' ? { size } : {}) });
  return file && `data:${file.type};base64,${file.base64}`;
}

/**
 * A picture by its content hash, as an address for an image; null where there is none, while it is on its way, and
 * where it is not on this PC and there is no connection. Then it is asked for again once there is one.
 */
export function usePicture(hash: string | null, size: PictureSize): string | null {
  const { data, refetch } = useQuery({
    queryKey: keyOf(hash, size),
    queryFn: hash === null ? skipToken : () => fetchPicture(hash, size),
    // Under a hash there is never another content.
    staleTime: Infinity,
  });
  const missing = hash !== null && data === null;
  useEffect(() => {
    if (!missing) return;
    return useSync.subscribe((sync, before) => {
      if (sync.state === 'live' && before.state !== 'live') void refetch();
    });
  }, [missing, refetch]);
  return data ?? null;
}

/** Takes a picture that is at hand already, so that it is shown without asking for it. */
export function useShownAtOnce(): (hash: string, address: string) => void {
  const client = useQueryClient();
  return useCallback(
    (hash, address) => {
      for (const size of ['thumbnail', 'whole'] as const) client.setQueryData(keyOf(hash, size), address);
    },
    [client],
  );
}
