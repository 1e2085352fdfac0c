const count = new Intl.NumberFormat('en-IN');
const rupees = new Intl.NumberFormat('en-IN', {
  style: 'currency',
  currency: 'INR',
  minimumFractionDigits: 0,
  maximumFractionDigits: 2,
});

/** Indian grouping: 1,00,000. */
export function formatNumber(value: number): string {
  return count.format(value);
}

/** `₹1,25,000`; an empty amount gives ''. */
export function formatRupees(value: number | null | undefined): string {
  return value === null || value === undefined ? '' : rupees.format(value);
}
