import { contactDigits } from '#shared/format/phone.ts';
import { isOwnWord } from './own-words.ts';
import { normaliseText } from './search-text.ts';

/** By what somebody is known wherever it is written. */
export interface KnownBy {
  /** Names of several words, and addresses, as `normaliseText` gives them. One word alone may be anybody's. */
  texts: readonly string[];
  /** The last ten digits of their numbers. */
  numbers: readonly string[];
}

/** Fewer digits may be anything. */
const DIGITS = 10;
const GONE = '…';
/** What stands between two words, with a blank or without one: Rao,Asha; Asha - Java; R.Raman. */
const BETWEEN = /[^\p{L}\p{M}\p{N}'’]+/u;
const LETTER = /\p{L}/u;
const ADDRESS = /^\S+@\S+$/u;
/** What may stand before the ten digits of a number. */
const CODE = String.raw`(?:\(?\+?91\)?[\s.-]*|0)?\(?`;

/** @param written names, numbers and addresses of people, as they were written */
export function knownBy(written: readonly string[]): KnownBy {
  const [texts, numbers] = [new Set<string>(), new Set<string>()];
  for (const each of written) {
    if (isOwnWord(each)) continue;
    const text = normaliseText(each);
    const isAddress = ADDRESS.test(text);
    if (isAddress || isSeveralWords(text)) texts.add(text);
    if (!isAddress)
      for (const digits of contactDigits(each))
        if (digits.length >= DIGITS) numbers.add(digits.slice(-DIGITS));
  }
  return { texts: [...texts], numbers: [...numbers] };
}

const isSeveralWords = (text: string): boolean =>
  text.split(BETWEEN).filter((part) => LETTER.test(part)).length > 1;

/** Whether a text says who it is: one of their names or addresses, however it is written, or a number of theirs. */
export function saysWho({ texts, numbers }: KnownBy, written: string): boolean {
  const plain = normaliseText(written);
  if (texts.some((text) => plain.includes(text))) return true;
  if (numbers.length === 0) return false;
  const digits = written.replace(/\D/g, '');
  return numbers.some((number) => digits.includes(number));
}

/** A text without what says who it is; '' where nothing that says anything is left. */
export function withoutWho(known: KnownBy, written: string): string {
  const found = [
    ...known.texts.map((text) => text.split(' ').map(escaped).join('\\s+')),
    ...known.numbers.map((number) => `${CODE}${number.split('').join('[\\s().-]*')}`),
  ];
  let left = written;
  for (const pattern of found) left = left.replace(new RegExp(pattern, 'giu'), GONE);
  // Written with accents that the name has not, or the other way round.
  return saysWho(known, left) || !/[\p{L}\p{N}]/u.test(left) ? '' : left.trim();
}

const escaped = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`);
