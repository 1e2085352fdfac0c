import { formatNumber } from '#shared/format/numbers.ts';

export function inquiriesText(count: number): string {
  return count === 1 ? '1 inquiry' : `${formatNumber(count)} inquiries`;
}

/** Why the lead status cannot just go. */
export function inUseText(count: number): string {
  return count === 1
    ? '1 inquiry has this lead status. Choose what it gets instead.'
    : `${inquiriesText(count)} have this lead status. Choose what they get instead.`;
}

/** What was done. @param to the name of the other lead status; null for none. */
export function movedText(count: number, to: string | null): string {
  const verb = count === 1 ? 'has' : 'have';
  return `${inquiriesText(count)} now ${verb} ${to === null ? 'no lead status' : `"${to}"`}.`;
}
