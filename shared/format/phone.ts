const COUNTRY_CODE = '91';
const NATIONAL_LENGTH = 10;

/**
 * The digits of a phone number with its country: a number without one is Indian. A number that is too short
 * to be one is left as its digits.
 */
export function phoneDigits(written: string): string {
  const digits = written.replace(/\D/g, '');
  if (written.trim().startsWith('+')) return digits;
  const national = digits.replace(/^0+/, '');
  return national.length === NATIONAL_LENGTH ? COUNTRY_CODE + national : national;
}

/** `tel:` address that opens the PC's calling application, or null where there are too few digits to call. */
export function callLink(written: string): string | null {
  const digits = phoneDigits(written);
  return digits.length < 5 ? null : `tel:+${digits}`;
}

/** Chat address that opens WhatsApp, or null where there are too few digits. */
export function chatLink(written: string): string | null {
  const digits = phoneDigits(written);
  return digits.length < 5 ? null : `https://wa.me/${digits}`;
}
