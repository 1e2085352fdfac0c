import { setTimeout as delay } from 'node:timers/promises';
import type { Match, ZxcvbnFactory, ZxcvbnResult } from '@zxcvbn-ts/core';
import type { PasswordOwner } from '#shared/model/password-rules.ts';
import { FairQueue } from '../files/fair-queue.ts';
import { INDIAN_NAMES, INDIAN_WORDS } from './common-indian-words.ts';
import { ownWords } from './own-words.ts';

/**
 * Guesses that a password must take. Strangers have 300 a day, so 10,000 million are for who has stolen the hashes: a
 * graphics card makes some thousand a second of them, and is busy for weeks with one. A name with a year takes a
 * hundredth of that, ten random characters just as many, three unrelated words ten thousand times as many.
 */
const LEAST_GUESSES = 1e10;
/** What lies behind is not looked at; it keeps the longest look to some 100 ms. */
const LOOKED_AT = 40;
/** Letters put back for signs, as in p@ssw0rd. More of them take seconds, and are strong by then. */
const MOST_SIGNS = 10;
/**
 * The estimator takes spaces and the like for more than they are worth, so they are left out once: what joins two words
 * or less, or names and numbers, is no phrase.
 */
const BETWEEN_WORDS = /[\s._@#&+,;:/-]+/g;
const LEAST_JOINED = { words: 1e7, names: 1e9 } as const;

/** The words take some 30 MB and a quarter of a second to lay out: only a server on which passwords are set has them. */
let estimator: Promise<ZxcvbnFactory> | undefined;

/** Nothing else is done meanwhile: one look at a time, after which everybody else has as long as it took. */
const looks = new FairQueue<ZxcvbnResult>((tookMs) => delay(tookMs));
let asked = 0;

/**
 * Why a password is too easily guessed, as a sentence for its field without the full stop; null where it is strong.
 * One or two looks of about 10 ms each.
 * @param userId whose it would be: users take turns.
 */
export async function weakness(
  userId: string,
  password: string,
  owner: PasswordOwner,
): Promise<string | null> {
  estimator ??= openEstimator();
  const open = await estimator;
  const own = ownWords(owner);
  const look = (text: string): Promise<ZxcvbnResult> => {
    asked += 1;
    return looks.add(userId, String(asked), () => Promise.resolve().then(() => open.check(text, own)));
  };
  const asGiven = await look(password);
  if (asGiven.guesses < LEAST_GUESSES) return refusal(asGiven.sequence, password, own);
  const joined = await look(password.replace(BETWEEN_WORDS, ''));
  const least = joined.sequence.every(isNameOrNumber) ? LEAST_JOINED.names : LEAST_JOINED.words;
  if (joined.guesses < least) return refusal(joined.sequence, password, own);
  return null;
}

async function openEstimator(): Promise<ZxcvbnFactory> {
  const [{ ZxcvbnFactory: Factory }, common, english] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
    import('@zxcvbn-ts/language-en'),
  ]);
  return new Factory({
    dictionary: {
      ...common.dictionary,
      ...english.dictionary,
      indianNames: [...INDIAN_NAMES],
      indianWords: [...INDIAN_WORDS],
    },
    graphs: common.adjacencyGraphs,
    maxLength: LOOKED_AT,
    l33tMaxSubstitutions: MOST_SIGNS,
  });
}

const NAMES = new Set(INDIAN_NAMES);

function isNameOrNumber({ pattern, dictionaryName, matchedWord, token }: Match): boolean {
  if (pattern !== 'dictionary') return !/\p{L}/u.test(token);
  return /names|^userInputs$/i.test(String(dictionaryName)) || NAMES.has(String(matchedWord));
}

/** With the reason that tells most; nothing of the password is repeated. */
function refusal(sequence: readonly Match[], password: string, own: readonly string[]): string {
  const reason = reasonOf(sequence, password.toLowerCase(), own);
  // Whoever has chosen some words is not told to choose some words.
  if (reason === COMMON_WORDS && password.split(/\P{L}+/u).filter(Boolean).length > 2)
    return 'Words as short and common as these are guessed soon. Add another one that does not belong to them';
  return `${reason}. Choose three or four words that do not belong together`;
}

const COMMON_WORDS = 'One or two common words are guessed soon';

function reasonOf(sequence: readonly Match[], password: string, own: readonly string[]): string {
  const words = sequence.filter(({ pattern }) => pattern === 'dictionary');
  const from = (name: RegExp): boolean =>
    words.some(({ dictionaryName }) => name.test(String(dictionaryName)));
  if (from(/^userInputs$/) || own.some((word) => password.includes(word))) {
    return 'It is made of the name, email, mobile number or birthday of its user';
  }
  const isName = words.some(({ matchedWord }) => NAMES.has(String(matchedWord)));
  if (isName || from(/names/i)) return 'A name with a common ending is guessed soon';
  if (from(/^passwords/)) return 'It is close to a password that many people use';
  if (words.length > 0) return COMMON_WORDS;
  if (sequence.some(({ pattern }) => pattern === 'date')) return 'A date is guessed soon';
  return 'Rows of keys and repeated characters are guessed soon';
}
