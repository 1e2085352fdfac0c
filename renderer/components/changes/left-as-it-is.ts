import { formatNumber } from '#shared/format/numbers.ts';
import type { Left } from '#shared/protocol/change-sets.ts';

/** Values that a message names one by one. */
const MOST_NAMED = 3;

/** What an undo left as it is, and why, in sentences. */
export function leftText(left: readonly Left[]): string {
  const named = left
    .slice(0, MOST_NAMED)
    .map(({ title, field, reason }) => `${field === null ? title : `${field} of ${title}`}: ${reason}`);
  const more = left.length - named.length;
  return [...named, ...(more > 0 ? [`And ${formatNumber(more)} more.`] : [])].join(' ');
}
