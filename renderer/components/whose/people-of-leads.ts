import { LEAD_ROLES, type OwnedEntity } from '#shared/access/leads.ts';
import { counted } from '#shared/format/counted.ts';
import { entityOf } from '#shared/model/entities.ts';
import { useQuery } from '@tanstack/react-query';
import { bridge } from '../../bridge/bridge.ts';

const MOST = 500;
/** What is somebody's, and a list that has all of it. */
export const ENTITIES = [
  ['candidate', 'candidates'],
  ['inquiry', 'inquiries'],
] as const;

/** Who may have them, and beside these who has left and may still have some. */
export function usePeopleOfLeads(
  given: { _id: string; name: string } | null,
): Record<'from' | 'to', { value: string; label: string }[]> {
  const { data = [] } = useQuery({
    queryKey: ['people of leads'],
    queryFn: () =>
      bridge.call('records.choices', { entity: 'user', filter: { roleName: LEAD_ROLES }, limit: MOST }),
    staleTime: 0,
  });
  const from = data.map(({ _id, title, record }) => ({
    value: _id,
    label: record['isActive'] === false ? `${title} (not active)` : title,
  }));
  const isMissing = given && !data.some(({ _id }) => _id === given._id);
  return {
    from: isMissing ? [...from, { value: given._id, label: given.name }] : from,
    to: data
      .filter(({ record }) => record['isActive'] !== false)
      .map(({ _id, title }) => ({ value: _id, label: title })),
  };
}

/** As "12 candidates and 3 inquiries". */
export function handedText(handed: Record<OwnedEntity, number>): string {
  return ENTITIES.flatMap(([entity]) =>
    handed[entity] > 0 ? [counted(entityOf(entity), handed[entity])] : [],
  ).join(' and ');
}
