import type { DocumentEntry } from '#shared/protocol/document-calls.ts';
import { skipToken, useQuery, type UseQueryResult } from '@tanstack/react-query';
import { bridge } from '../../bridge/bridge.ts';
import { useBridgeEvent } from '../../bridge/use-bridge-event.ts';
import type { DocumentOwner } from './documented.ts';

/** The documents of a candidate or an HR record, newest first, kept true; of nobody where `owner` is null. */
export function useDocuments(
  owner: Pick<DocumentOwner, 'entity' | 'id'> | null,
): UseQueryResult<DocumentEntry[]> {
  const documents = useQuery({
    queryKey: ['documents', owner?.entity, owner?.id],
    queryFn: owner
      ? () => bridge.call('documents.of', { about: { entity: owner.entity, id: owner.id } })
      : skipToken,
    staleTime: 0,
    // What one has read is not kept for whoever signs in next.
    gcTime: 0,
  });
  useBridgeEvent('changed', (event) => {
    if (owner && event.entity === 'document') void documents.refetch();
  });
  return documents;
}
