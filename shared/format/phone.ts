const COUNTRY_CODE = '91';
const NATIONAL_LENGTH = 10;

/** "extn 22", "ext. 5", "x 12" at the end: asked for when somebody answers, not a part of the number. */
const EXTENSION = /\s*(?:extension|extn|ext|x)\.?\s*:?\s*\d{1,6}\s*$/i;

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

/** The digits that are dialled: an extension left out, or it would make another number, of another country. */
const dialledDigits = (written: string): string => phoneDigits(written.replace(EXTENSION, ''));

/** `tel:` address that opens the PC's calling application, or null where there are too few digits to call. */
export function callLink(written: string): string | null {
  const digits = dialledDigits(written);
  return digits.length < 5 ? null : `tel:+${digits}`;
}

/** Chat address that opens WhatsApp, or null where there are too few digits. */
export function chatLink(written: string): string | null {
  const digits = dialledDigits(written);
  return digits.length < 5 ? null : `https://wa.me/${digits}`;
}
