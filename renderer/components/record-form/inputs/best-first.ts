import type { OptionsFilter } from '@mantine/core';
import { normaliseText } from '#shared/model/search-text.ts';

/** A choice, or a group of them. */
type Part = Parameters<OptionsFilter>[0]['options'][number];
type Choice = Exclude<Part, { group: unknown }>;

/**
 * Which of the choices are offered for a text, the first of which Enter and Tab take: the one of that very name before one that
 * only holds it, as "Scheduled" before "Not Scheduled", then those that begin with it.
 */
export const bestFirst: OptionsFilter = ({ options, search }) => {
  const plain = normaliseText(search);
  const parts = options.flatMap((part): Part[] => {
    if (!('group' in part)) return fits(part, plain) ? [part] : [];
    const items = part.items.filter((item) => fits(item, plain)).toSorted(byRank(plain));
    return items.length > 0 ? [{ ...part, items }] : [];
  });
  return parts.some((part) => 'group' in part) ? parts : parts.toSorted(byRank(plain));
};

const fits = ({ label }: Choice, plain: string): boolean => normaliseText(label).includes(plain);

const byRank =
  (plain: string) =>
  (one: Part, other: Part): number =>
    rankOf(one, plain) - rankOf(other, plain);

function rankOf(part: Part, plain: string): number {
  if ('group' in part || plain === '') return 0;
  const label = normaliseText(part.label);
  return label === plain ? 0 : label.startsWith(plain) ? 1 : 2;
}
