import { formatNumber } from '#shared/format/numbers.ts';

/** How far an export is; without a figure while the rows are still being counted. */
export function exportingText({ done, total }: { done: number; total: number | null }): string {
  if (total === null) return 'Exporting…';
  return `Exporting… ${total === 0 ? 100 : Math.floor((done / total) * 100)}%`;
}

export function rowsText(rows: number): string {
  return rows === 1 ? '1 row' : `${formatNumber(rows)} rows`;
}
