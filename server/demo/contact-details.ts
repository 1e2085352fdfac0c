import type { PersonName } from './names.ts';
import { hashText, type Random } from './random.ts';

/** Who a number belongs to: kinds never share a number. */
const KINDS = ['candidate', 'inquiry', 'second number', 'staff', 'contact', 'company'] as const;
export type PhoneKind = (typeof KINDS)[number];

const FIRST_NUMBER = 7_000_000_000;
const NUMBERS = 3_000_000_000;
/** Coprime with NUMBERS, so that consecutive indexes give scattered numbers and never the same one twice. */
const STEP = 1_236_067_979;

/** The ten digits of the mobile of one person: different for every kind and index, under every seed. */
export function mobileDigits(seed: number, kind: PhoneKind, index: number): string {
  const place = index * KINDS.length + KINDS.indexOf(kind);
  const start = hashText(`mobile ${seed}`) % NUMBERS;
  const scattered = Number((BigInt(place) * BigInt(STEP) + BigInt(start)) % BigInt(NUMBERS));
  return String(FIRST_NUMBER + scattered);
}

/** A mobile number as people write it: with country code, with a 0, in groups or plain. */
export function writtenMobile(random: Random, digits: string): string {
  const halves = `${digits.slice(0, 5)} ${digits.slice(5)}`;
  return random.weighted([
    [`+91 ${halves}`, 34],
    [digits, 36],
    [`0${digits}`, 7],
    [halves, 8],
    [`+91${digits}`, 8],
    [`+91-${digits}`, 4],
    [`${digits.slice(0, 3)}-${digits.slice(3, 6)}-${digits.slice(6)}`, 3],
  ]);
}

/** Only domains that are reserved for examples, so that no letter can reach a person. */
const mailDomains = [
  'example.com',
  'example.org',
  'example.net',
  'mail.example.com',
  'mail.example.org',
] as const;

export const plainWord = (text: string): string => text.toLowerCase().replace(/[^a-z0-9]+/g, '');

/** How many namesakes get a number of up to three digits before longer ones are given. */
const SHORT_SUFFIXES = 1000;

/**
 * Gives email addresses that are unique among all it has given. It remembers how often each name came, not
 * every address, so its memory does not grow with the load.
 */
export class EmailAddresses {
  readonly #namesakes = new Map<string, number>();

  next(random: Random, name: PersonName): string {
    const first = plainWord(name.first);
    const last = plainWord(name.last);
    const separator = hashText(`${first} ${last}`) % 4 === 0 ? '_' : '.';
    const stem = `${first}${separator}${last}`;
    const earlier = this.#namesakes.get(stem) ?? 0;
    this.#namesakes.set(stem, earlier + 1);
    return `${stem}${suffix(stem, earlier)}@${random.pick(mailDomains)}`;
  }
}

/** None for the first of a name; for the later ones a number that does not count up visibly. */
function suffix(stem: string, earlier: number): string {
  if (earlier === 0) return '';
  if (earlier > SHORT_SUFFIXES) return String(earlier);
  return String((earlier * 37 + (hashText(stem) % SHORT_SUFFIXES)) % SHORT_SUFFIXES);
}

/** Part of a web address that names a person. */
export function webName(random: Random, name: PersonName): string {
  return `${plainWord(name.first)}-${plainWord(name.last)}-${random.uint32().toString(36).slice(0, 5)}`;
}

export const linkedInAddress = (person: string): string => `https://linkedin.example.com/in/${person}`;
