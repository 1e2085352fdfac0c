import type { PAYMENT_STATUSES } from './candidate.ts';

type PaymentStatus = (typeof PAYMENT_STATUSES)[number];

const amount = (value: unknown): number | null => (typeof value === 'number' ? value : null);

/**
 * The payment status that two amounts in rupees speak for; undefined where they do not tell. It is a proposal: any
 * status may be chosen freely (section 4).
 */
export function proposedPaymentStatus(fee: unknown, received: unknown): PaymentStatus | undefined {
  if (isWritten(fee) || isWritten(received)) return undefined;
  const [whole, part] = [amount(fee), amount(received)];
  if (part === null || part === 0) return 'Not Paid';
  if (whole === null) return undefined;
  return part < whole ? 'Partially Paid' : 'Fully Paid';
}

/** Whether a field holds something else than an amount, such as a text that could not be read. */
const isWritten = (value: unknown): boolean =>
  value !== null && value !== undefined && amount(value) === null;

/** Whether more was received than the fee: mostly a slip, and sometimes not. */
export function isOverpaid(fee: unknown, received: unknown): boolean {
  const [whole, part] = [amount(fee), amount(received)];
  return whole !== null && part !== null && part > whole;
}
