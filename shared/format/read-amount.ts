import { normalise } from './normalise.ts';
import { hasOddFigures, plainFigures } from './plain-figures.ts';

/** What was read: the number, null where nothing was written, or one sentence that says what is wrong. */
export type ReadNumber = { value: number | null } | { problem: string };

/** Rupees at most; the model's own limit, so that a reader never gives what cannot be stored. */
const MOST_RUPEES = 1e12;

/** How many places the decimal point moves to the right for the words that people write behind an amount. */
const UNITS: ReadonlyMap<string, number> = new Map([
  ['', 0],
  ['k', 3],
  ['thousand', 3],
  ['l', 5],
  ['lac', 5],
  ['lacs', 5],
  ['lakh', 5],
  ['lakhs', 5],
  ['cr', 7],
  ['crore', 7],
  ['crores', 7],
]);

const CURRENCY_BEFORE = /^(?:₹|rs\.?|inr|rupees)\s*/i;
const CURRENCY_BEHIND = /\s*(?:\/[-=]|₹|rs\.?|inr|rupees|only)$/i;
const MINUS = /^[-−–]\s*(?=[\d.])|^\([\d.,\s]+\)$/;
const PLAIN = /^\d+$/;
/** 12,34,567 as in India, or 1,234,567 as in most other countries. */
const GROUPED = /^(?:\d{1,2}(?:,\d{2})*,\d{3}|\d{1,3}(?:,\d{3})+)$/;

/**
 * An amount in rupees as people in India write it: `45000`, `45,000`, `₹ 45,000/-`, `Rs. 45,000.50`, `45k`, `1.2 lakh`,
 * `2 crore`. Nothing is guessed: what has two meanings (`4,50`, `45.000`) or none is refused with a sentence.
 * @param label what the amount is called, at the start of the sentence
 * @returns rupees from 0 to 1e12 with at most two decimals
 */
export function readAmount(text: string, label: string): ReadNumber {
  if (hasOddFigures(text)) return unreadable(label);
  const written = withoutCurrency(normalise(plainFigures(text), 'NFKC').trim());
  if (written === '') return text.trim() === '' ? { value: null } : unreadable(label);
  if (MINUS.test(written)) return { problem: `${label} cannot be below 0` };
  const [, figure = '', word = ''] = /^([\d,.]+)\s*([a-z]*)$/i.exec(written) ?? [];
  const places = UNITS.get(word.toLowerCase());
  const [whole = '', decimals = '', ...more] = figure.split('.');
  if (places === undefined || more.length > 0 || !/^\d[\d,]*$/.test(whole) || decimals.includes(',')) {
    return unreadable(label);
  }
  if (!PLAIN.test(whole) && !GROUPED.test(whole)) return { problem: misplacedComma(label) };
  const doubt = places === 0 ? twoMeanings(label, whole, decimals) : null;
  if (doubt !== null) return { problem: doubt };
  const paise = shifted(whole.replaceAll(',', ''), decimals, places + 2);
  if (paise === null) return { problem: `${label} may have two decimals at most` };
  const value = paise / 100;
  return value > MOST_RUPEES ? { problem: `${label} is too large` } : { value };
}

/**
 * A plain number: `7`, `-3`, `1.5`, `1,000`.
 * @param label what the number is called, at the start of the sentence
 */
export function readNumber(text: string, label: string): ReadNumber {
  const written = normalise(plainFigures(text), 'NFKC').trim();
  if (hasOddFigures(text)) return { problem: `${label} must be a number` };
  if (written === '') return { value: null };
  const [, sign = '', whole = '', decimals = ''] = /^([-−+]?)(\d[\d,]*)(\.\d+)?$/.exec(written) ?? [];
  if (whole === '') return { problem: `${label} must be a number` };
  if (!PLAIN.test(whole) && !GROUPED.test(whole)) return { problem: misplacedComma(label) };
  const doubt = twoMeanings(label, whole, decimals.slice(1));
  if (doubt !== null) return { problem: doubt };
  const value = Number(whole.replaceAll(',', '') + decimals);
  return { value: sign === '' || sign === '+' || value === 0 ? value : -value };
}

const unreadable = (label: string): ReadNumber => ({
  problem: `${label} must be an amount in rupees, such as 45,000, 45k or 1.2 lakh`,
});

const misplacedComma = (label: string): string =>
  `${label} has a comma where none belongs: write it like 450, 45,000 or 1,20,000`;

/** A currency may stand before the amount, behind it, or both: `Rs. 45,000/- only`. */
function withoutCurrency(text: string): string {
  let rest = text.replace(CURRENCY_BEFORE, '');
  for (let shorter = rest.replace(CURRENCY_BEHIND, ''); shorter !== rest;) {
    rest = shorter;
    shorter = rest.replace(CURRENCY_BEHIND, '');
  }
  return rest.trim();
}

/**
 * Says what a point before three figures may mean, as `45,000 or 45`: in many countries it stands between thousands. null where it
 * can be one thing alone, as in `45.123`, `0.120` or `45000.000`.
 */
function twoMeanings(label: string, whole: string, decimals: string): string | null {
  if (!/^[1-9]\d{0,2}$/.test(whole) || !/^\d\d0$/.test(decimals)) return null;
  const meant = `${whole},${decimals} or ${Number(`${whole}.${decimals}`)}`;
  return `${label} may mean ${meant}: write it as one of them`;
}

/** The figure with its point moved to the right, exactly; null where decimals other than 0 are left. */
function shifted(whole: string, decimals: string, places: number): number | null {
  const moved = decimals.padEnd(places, '0');
  return /[^0]/.test(moved.slice(places)) ? null : Number(whole + moved.slice(0, places));
}
