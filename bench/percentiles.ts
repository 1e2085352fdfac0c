/** Summary of measured times in milliseconds. */
export interface Summary {
  n: number;
  p50: number;
  p95: number;
  p99: number;
  max: number;
}

/** Percentiles by nearest rank. Throws where nothing was measured: an empty figure would be a false one. */
export function summarise(times: readonly number[]): Summary {
  if (times.length === 0) throw new Error('Nothing was measured');
  const sorted = times.toSorted((a, b) => a - b);
  const rank = (share: number): number => {
    const at = Math.min(sorted.length - 1, Math.ceil(share * sorted.length) - 1);
    return round(sorted[Math.max(0, at)] ?? Number.NaN);
  };
  return { n: sorted.length, p50: rank(0.5), p95: rank(0.95), p99: rank(0.99), max: rank(1) };
}

export function round(value: number): number {
  return Math.round(value * 100) / 100;
}

export const median = (values: readonly number[]): number =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? NaN;
