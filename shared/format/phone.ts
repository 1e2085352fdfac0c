import { parsePhoneNumberFromString, type PhoneNumber } from 'libphonenumber-js/min';

const HERE = 'IN';
const COUNTRY_CODE = '91';
const NATIONAL_LENGTH = 10;

/** What people put between two numbers in one field. */
const BETWEEN = /\s*(?:[/,;|&\r\n]|\s(?:or|and)\s)+\s*/i;
/** Fewer digits between such signs are no number of their own: `080-41234567/68`, `98765/43210`, `extn 22`. */
const FEWEST_DIGITS = 7;
/** "extn 22", "ext. 5", "x 12" at the end: asked for when somebody answers, not a part of the number. */
const EXTENSION = /\s*(?:extension|extn|ext|x)\.?\s*:?\s*\d{1,6}\s*$/i;
/** A number and nothing else. */
const PURE = /^[+(\d][\d\s().-]*$/;
/** Fewer digits are nothing to call. */
const FEWEST_DIALLED = 5;
/** As much of a text as its sentence repeats, in characters. */
const QUOTED = 40;

/**
 * The digits of a phone number with its country: a number without one is Indian. A number that is too short
 * to be one is left as its digits.
 *
 * This is what the search text of every record holds, made for each of 100,000 rows of a sync: plain text work, for
 * reading a number takes fifty times as long. It must not change without the search texts being made anew.
 */
export function phoneDigits(written: string): string {
  const digits = written.replace(/\D/g, '');
  if (written.trim().startsWith('+')) return digits;
  const national = digits.replace(/^0+/, '');
  return national.length === NATIONAL_LENGTH ? COUNTRY_CODE + national : national;
}

/** The phone numbers of a field, each as written; the whole text where no part of it is a number. */
export function phoneNumbers(written: string): string[] {
  const whole = written.trim();
  if (!BETWEEN.test(whole)) return [whole];
  const numbers = whole.split(BETWEEN).filter(isNumber);
  return numbers.length === 0 ? [whole] : [...new Set(numbers)];
}

/** Digits, with the country, of each number in a field that is long enough to be somebody's: by these people are told apart. */
export function contactDigits(written: string): string[] {
  const numbers = phoneNumbers(written).map((number) => phoneDigits(number.replace(EXTENSION, '')));
  return [...new Set(numbers.filter((digits) => digits.length >= FEWEST_DIGITS))];
}

/** A field as the lines to show it in: one for each number and for what is said besides; one where it has one number. */
export function phoneLines(written: string): string[] {
  const whole = written.trim();
  if (phoneNumbers(whole).length < 2) return [whole];
  return [...new Set(whole.split(BETWEEN))].filter((part) => part !== '');
}

const isNumber = (part: string): boolean => part.replace(/\D/g, '').length >= FEWEST_DIGITS;

/** `tel:` address that opens the PC's calling application, or null where there are too few digits to call. */
export function callLink(number: string): string | null {
  const read = callable(number);
  if (read) return `tel:${read.number}`;
  // What is no whole number may still be one of this place, or of this office: it is dialled as it stands.
  const digits = number.replace(/\D/g, '');
  if (digits.length < FEWEST_DIALLED) return null;
  return `tel:${number.trim().startsWith('+') ? '+' : ''}${digits}`;
}

/** Which program opens WhatsApp: the installed one, or the website in the browser. */
export type ChatOpener = 'app' | 'browser';

/** Chat address that opens WhatsApp, or null where the number is not whole. */
export function chatLink(number: string, opener: ChatOpener): string | null {
  const digits = chatDigits(number);
  if (digits === null) return null;
  return opener === 'app' ? `whatsapp://send?phone=${digits}` : `https://wa.me/${digits}`;
}

/** A number as WhatsApp names it: its digits with the country; null where it is not whole. */
export function chatDigits(number: string): string | null {
  return callable(number)?.number.slice(1) ?? null;
}

/**
 * A phone number, or several, as a person types it into a form: kept as written, for some people have other numbers
 * than most. Text without a digit is refused.
 * @param label what the number is called, at the start of the sentence
 */
export function readPhone(text: string, label: string): { value: string | null } | { problem: string } {
  if (text.trim() === '') return { value: null };
  return /\d/.test(text)
    ? { value: text }
    : { problem: `${label} must be a phone number, such as 98765 43210` };
}

/** Why a number is perhaps mistyped, as one sentence to show beside it; null where it can be called. */
export function phoneDoubt(written: string): string | null {
  if (!/\d/.test(written)) return null;
  for (const number of phoneNumbers(written)) {
    if (callable(number)) continue;
    const national = read(number)?.nationalNumber ?? '';
    const isForeign = number.startsWith('+') && !number.startsWith(`+${COUNTRY_CODE}`);
    const said = number.length > QUOTED ? `${number.slice(0, QUOTED)}…` : number;
    if (isForeign || !/^[6-9]/.test(national)) return `${said} does not look like a whole phone number`;
    return `${said} has ${national.length} digits, an Indian mobile number has ${NATIONAL_LENGTH}`;
  }
  return null;
}

/** A number that can be called, taken apart. */
export interface PhoneParts {
  /** Code of its country, such as `91`. */
  country: string;
  /** What was written before it to dial: '', `0`, or a code and a blank. */
  prefix: string;
  /** As its own country groups it, without code and prefix: `98765 43210`. */
  number: string;
  extension: string;
}

/** A single number as its parts; null where it is none, or where more than a number is written. */
export function phoneParts(written: string): PhoneParts | null {
  const found = callable(written);
  if (!found || !PURE.test(written.replace(EXTENSION, ''))) return null;
  const country = found.countryCallingCode;
  const digits = written.replace(/\D/g, '');
  const before = digits.slice(0, Math.max(0, digits.indexOf(found.nationalNumber)));
  return {
    country,
    prefix: before === '' || before === '0' ? before : `${before} `,
    number: found
      .format('INTERNATIONAL')
      .slice(country.length + 2)
      .replace(/ ext\. .*$/, ''),
    extension: found.ext ?? '',
  };
}

/** Without its country a number is Indian; an extension is no part of what is dialled. */
const read = (number: string): PhoneNumber | undefined => parsePhoneNumberFromString(number, HERE);

/** The number where it is one: of India by the plan of its numbers, of other countries by its length. */
function callable(number: string): PhoneNumber | undefined {
  const found = read(number);
  const isWhole = found?.countryCallingCode === COUNTRY_CODE ? found.isValid() : found?.isPossible();
  return isWhole ? found : undefined;
}
