import { normaliseText } from './search-text.ts';

/**
 * Which names may be one person's: written with a slip of the keys, in another order, with initials, without a middle
 * name, or as one word. The names are Indian, in Latin letters, and one name is spelled in many ways.
 */

const TITLES = new Set(['mr', 'mrs', 'ms', 'miss', 'dr', 'shri', 'smt', 'prof', 'er']);
const MOHAMMED = /^(?:md|mhd|mohd|muhd|mohamm?[ae]d|muhamm?[ae]d|mohamm?ad|mahomed)$/;

/** Spellings of one sound, longest first. */
const SOUNDS: readonly (readonly [RegExp, string])[] = [
  [/ph/g, 'f'],
  [/ck|q/g, 'k'],
  [/x/g, 'ks'],
  [/z/g, 'j'],
  [/ch/g, 'C'],
  [/c/g, 'k'],
  [/([kgjtdbs])h/g, '$1'],
  [/(?:ai|ei)k$/g, 'ek'],
  [/ee|ea/g, 'i'],
  [/oo/g, 'u'],
  [/au|ou|aw|ow/g, 'o'],
  [/w/g, 'v'],
  [/y/g, 'i'],
  [/C/g, 'ch'],
  [/(.)\1+/g, '$1'],
  [/(?<=..)h$/g, ''],
];

/** Letters beside each other on a keyboard. Those above each other tell too many names apart: Ramesh and Rajesh. */
const ROWS = ['qwertyuiop', 'asdfghjkl', 'zxcvbnm'];
/** Heard for each other. */
const VOWELS = 'aeiou';
/** Shorter words are one slip away from other names: Amit and Amita, Ravi and Rani. */
const SHORTEST_SLIPPED = 4;
const SHORTEST_CHANGED = 5;

/** The words of a name as they sound, in its order; an initial is one letter. */
export function nameWords(name: string): string[] {
  return normaliseText(name)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '' && !TITLES.has(word))
    .map(soundOf);
}

function soundOf(word: string): string {
  if (word.length === 1) return word;
  if (MOHAMMED.test(word)) return 'mohamad';
  return SOUNDS.reduce((sound, [written, said]) => sound.replace(written, said), word);
}

/** The same for the same words in any order. */
export const nameKey = (words: readonly string[]): string => [...words].sort().join(' ');

/** Whether two words, as they sound, are one slip of the keys apart. The first letter is seldom the wrong one. */
export function isSlip(one: string, other: string): boolean {
  const [short, long] = one.length <= other.length ? [one, other] : [other, one];
  if (short === long || short.length < SHORTEST_SLIPPED - 1 || long.length < SHORTEST_SLIPPED) return false;
  if (short[0] !== long[0]) return false;
  let at = 0;
  while (at < short.length && short[at] === long[at]) at += 1;
  if (long.length - short.length === 1) return short.slice(at) === long.slice(at + 1) && !isGender(long, at);
  if (long.length !== short.length) return false;
  const [a, b] = [short[at] ?? '', long[at] ?? ''];
  if (short.slice(at + 1) === long.slice(at + 1)) {
    const vowels = VOWELS.includes(a) && VOWELS.includes(b);
    return short.length >= SHORTEST_CHANGED && (vowels ? at < long.length - 1 : areBeside(a, b));
  }
  const swapped = a === long[at + 1] && b === short[at + 1];
  return swapped && short.slice(at + 2) === long.slice(at + 2);
}

/** Names of men and women often differ by the last vowel alone: Amit and Amita, Mohan and Mohini. */
const isGender = (long: string, at: number): boolean =>
  at === long.length - 1 && VOWELS.includes(long[at] ?? '');

const areBeside = (one: string, other: string): boolean =>
  ROWS.some((row) => row.includes(one + other) || row.includes(other + one));

/** A shorter way to write a name; `vague` where a word is its initial alone, which fits many names. */
export interface ShortForm {
  words: readonly string[];
  vague: boolean;
}

/** Longer names are seldom people's, and have too many short forms. */
const MOST_WORDS = 5;

/**
 * The shorter ways to write a name: with initials for some of its words, without middle names, two neighbouring words as
 * one. Two words are left at least, of which one is no initial; but for two words that are written as one.
 */
export function shortForms(words: readonly string[]): ShortForm[] {
  if (words.length < 2 || words.length > MOST_WORDS) return [];
  const forms = new Map<string, ShortForm>();
  const add = (form: readonly string[], vague: boolean): void => {
    const key = nameKey(form);
    if (key !== nameKey(words) && !forms.has(key)) forms.set(key, { words: form, vague });
  };
  for (let at = 0; at + 1 < words.length; at += 1) {
    const pair = [words[at] ?? '', words[at + 1] ?? ''];
    if (pair.every(isInitial)) continue;
    add([...words.slice(0, at), soundOf(pair.join('')), ...words.slice(at + 2)], false);
  }
  const choices = words.map((word): (string | null)[] =>
    isInitial(word) ? [word, null] : [word, word[0] ?? null, null],
  );
  for (const form of combinations(choices)) {
    const kept = form.filter((word) => word !== null);
    if (kept.length < 2 || kept.every(isInitial)) continue;
    const vague = form.some((word, at) => word !== null && isInitial(word) && !isInitial(words[at] ?? ''));
    add(kept, vague);
  }
  return [...forms.values()];
}

const isInitial = (word: string): boolean => word.length === 1;

function combinations(choices: readonly (string | null)[][]): (string | null)[][] {
  return choices.reduce<(string | null)[][]>(
    (forms, ofWord) => forms.flatMap((form) => ofWord.map((word) => [...form, word])),
    [[]],
  );
}

/**
 * Whether two names may be one person's.
 * @param one words of a name (`nameWords`)
 * @param other words of the other
 */
export function areLikeNames(one: readonly string[], other: readonly string[]): boolean {
  const [first, second] = [nameKey(one), nameKey(other)];
  if (first === '' || second === '') return false;
  if (first === second) return true;
  if (shortForms(one).some(({ words }) => nameKey(words) === second)) return true;
  if (shortForms(other).some(({ words }) => nameKey(words) === first)) return true;
  return differBySlip(one, other);
}

function differBySlip(one: readonly string[], other: readonly string[]): boolean {
  if (one.length !== other.length) return false;
  const rest = [...other];
  const odd = one.filter((word) => {
    const at = rest.indexOf(word);
    if (at >= 0) rest.splice(at, 1);
    return at < 0;
  });
  return odd.length === 1 && rest.length === 1 && isSlip(odd[0] ?? '', rest[0] ?? '');
}
