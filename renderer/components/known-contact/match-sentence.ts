import { formatDate } from '#shared/format/dates.ts';
import { entityOf, type EntityName } from '#shared/model/entities.ts';
import type { ContactMatch } from '#shared/protocol/duplicates.ts';

/** `Asha Verma has this already (Mobile, added 12 Mar 2026).` @param asking the entity that it is typed or read for */
export function matchSentence({ entity, title, field, addedAt }: ContactMatch, asking: EntityName): string {
  const about = [
    ...(entity === asking ? [] : [entityOf(entity).label]),
    field,
    ...(addedAt === null ? [] : [`added ${formatDate(addedAt)}`]),
  ];
  return `${title} has this already (${about.join(', ')}).`;
}
