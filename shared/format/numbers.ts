import { onDemand } from './on-demand.ts';

const count = onDemand(() => new Intl.NumberFormat('en-IN', { maximumFractionDigits: 10 }));
const inRupees = { style: 'currency', currency: 'INR' } as const;
const rupees = onDemand(() => new Intl.NumberFormat('en-IN', { ...inRupees, maximumFractionDigits: 0 }));
const rupeesAndPaise = onDemand(() => new Intl.NumberFormat('en-IN', inRupees));

/** Indian grouping: 1,00,000. */
export function formatNumber(value: number): string {
  return count().format(value);
}

/** `₹1,25,000`, with paise `₹45,000.50`; an empty amount gives ''. */
export function formatRupees(value: number | null | undefined): string {
  if (value === null || value === undefined) return '';
  return (Number.isInteger(value) ? rupees() : rupeesAndPaise()).format(value);
}
