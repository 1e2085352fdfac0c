import { formatNumber } from '#shared/format/numbers.ts';

/** For how long a code may be made: hours, and as people say it. */
export const HOURS: readonly (readonly [hours: number, label: string])[] = [
  [1, '1 hour'],
  [8, '8 hours'],
  [24, '1 day'],
  [72, '3 days'],
  [168, '7 days'],
  [720, '30 days'],
];

/** `one PC`, `1,000 PCs`. */
export const pcsText = (count: number): string => (count === 1 ? 'one PC' : `${formatNumber(count)} PCs`);
