import { phoneParts } from '#shared/format/phone.ts';
import { lettersOf } from './cv-sections.ts';
import { goesOnWith, type CvPart, type CvText } from './cv-text.ts';

/** A number in a CV, and how likely it is the candidate's own. */
export interface FoundMobile {
  /** With its country, as that writes it: `+91 98765 43210`. */
  value: string;
  line: number;
  score: number;
}

const DIGITS = 10;
const MOST_FOUND = 50;
/** Groups of digits that are looked at: marks, dates and years are such too. */
const MOST_RUNS = 600;
/** Signs that may stand between the digits of one number, and how many of them in a row. */
const BETWEEN = ' .-()';
const MOST_BETWEEN = 3;
const MOST_GROUPS = 24;
/** As far before a number its label is looked for. */
const LABEL_WITHIN = 40;

const set = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/));
const OWN =
  set(`mobile mob mobil mo cell cellphone contact phone ph telephone tel call m no number whatsapp handphone
  मोबाइल फोन फ़ोन संपर्क दूरभाष मो`);
const SECOND = set('alternate alternative alt secondary home residence residential r whatsapp');
/** Somebody else's. */
const OTHERS =
  set(`father fathers mother mothers parent parents guardian guardians husband spouse brother sister wife emergency
  reference referee hod prof professor principal tpo office college school dr sir manager lead head पिता माता`);
/** What has as many digits. */
const IDENTIFIERS =
  set(`aadhaar aadhar adhar adhaar uid uidai pan passport account ac enrollment enrolment enrol roll prn
  registration regn reg seat credential certificate licence license dl voter uan pf gst id abha epic isbn student`);

/** Where numbers are seldom the candidate's. */
const BODY = new Set<CvPart['section']>(['education', 'experience', 'projects', 'other']);

interface Group {
  digits: string;
  /** Where it begins and ends. */
  from: number;
  to: number;
  hasPlus: boolean;
}

/** The mobile numbers of a CV, the candidate's own most likely first. */
export function readMobiles({ parts }: CvText): FoundMobile[] {
  const found: FoundMobile[] = [];
  let looked = 0;
  for (const [at, part] of parts.entries()) {
    if (found.length >= MOST_FOUND || looked >= MOST_RUNS) break;
    const beside = parts[at - 1];
    const next = goesOnWith(parts, at);
    let before = 0;
    let last: number | null = null;
    for (const run of runsOf(part.text)) {
      looked += 1;
      for (const { value, from, to, isPrefixed } of numbersOf(run, part.text, next)) {
        const label = part.text.slice(Math.max(before, from - LABEL_WITHIN), from);
        // A second number without a label of its own is what the first is, and comes after it.
        const isSecond: boolean = last !== null && lettersOf(label.replace(/\bor\b/i, '')).length === 0;
        const score: number | null =
          isSecond && last !== null ? last - 1 : scoreOf(label, part, beside, isPrefixed);
        last = score;
        if (score !== null) found.push({ value, line: part.line, score });
        before = to;
      }
    }
  }
  return found.sort((a, b) => b.score - a.score);
}

/** Digits that may be one number, or several: runs of groups between which stand a few signs alone. */
function runsOf(text: string): Group[][] {
  const runs: Group[][] = [];
  let run: Group[] = [];
  for (let at = 0; at < text.length;) {
    if (!isDigit(text[at])) {
      at += 1;
      continue;
    }
    const from = at;
    while (isDigit(text[at])) at += 1;
    const last = run.at(-1);
    const group = { digits: text.slice(from, at), from, to: at, hasPlus: hasPlus(text, from) };
    if (last && run.length < MOST_GROUPS && !group.hasPlus && areTogether(text, last.to, from))
      run.push(group);
    else runs.push((run = [group]));
  }
  return runs.filter((run) => isAlone(text, run));
}

const isDigit = (sign: string | undefined): boolean => sign !== undefined && sign >= '0' && sign <= '9';

function hasPlus(text: string, from: number): boolean {
  return text
    .slice(Math.max(0, from - 2), from)
    .trim()
    .endsWith('+');
}

function areTogether(text: string, from: number, to: number): boolean {
  if (to - from > MOST_BETWEEN) return false;
  return Array.from(text.slice(from, to)).every((sign) => BETWEEN.includes(sign));
}

/** Digits of an address, a link or a word are no number to call. */
function isAlone(text: string, run: readonly Group[]): boolean {
  const from = run[0]?.from ?? 0;
  const to = run.at(-1)?.to ?? 0;
  const before = text[from - 1] ?? ' ';
  const after = text[to] ?? ' ';
  if (/[@_%=&]/.test(before) || /[@_%₹]/.test(after)) return false;
  if (after === '.' && /[a-z\d@]/i.test(text[to + 1] ?? ' ')) return false;
  const word =
    text
      .slice(Math.max(0, from - LABEL_WITHIN), from)
      .split(' ')
      .at(-1) ?? '';
  if (word.includes('.') && /[a-z]\.$|[a-z]\.[a-z]|\//i.test(word) && !/[(:]/.test(word))
    return isLabel(word);
  const wordAfter = text.slice(to, to + LABEL_WITHIN).split(' ')[0] ?? '';
  return !wordAfter.includes('@') || /^[/|,;]/.test(wordAfter);
}

const isLabel = (word: string): boolean => lettersOf(word).every((letters) => OWN.has(letters));

interface Numbered {
  value: string;
  from: number;
  to: number;
  isPrefixed: boolean;
}

/** The numbers that groups of digits make: each has ten digits, after a code of the country or a 0. */
function numbersOf(run: readonly Group[], text: string, next: CvPart | undefined): Numbered[] {
  const numbers: Numbered[] = [];
  for (let at = 0; at < run.length;) {
    const made = foreignAt(run, at) ?? indianAt(run, at) ?? overLineEnd(run, at, text, next);
    const from = run[at]?.from ?? 0;
    if (made === null) {
      at += 1;
      continue;
    }
    at = made.end;
    numbers.push({ value: made.value, from, to: run[at - 1]?.to ?? from, isPrefixed: made.isPrefixed });
  }
  return numbers;
}

interface Made {
  value: string;
  /** The group after it. */
  end: number;
  isPrefixed: boolean;
}

function foreignAt(run: readonly Group[], at: number): Made | null {
  const first = run[at];
  if (!first?.hasPlus || first.digits.startsWith('91')) return null;
  const digits = run
    .slice(at)
    .map((group) => group.digits)
    .join('');
  if (digits.length < 8 || digits.length > 15) return null;
  const parts = phoneParts(`+${digits}`);
  return parts ? { value: `+${parts.country} ${parts.number}`, end: run.length, isPrefixed: true } : null;
}

function indianAt(run: readonly Group[], at: number): Made | null {
  const { digits, rest, isPrefixed } = prefixAt(run, at);
  if (isOfTown(run, at, digits, rest)) return null;
  let ten = digits;
  let end = rest;
  while (ten.length < DIGITS && end < run.length) {
    ten += run[end]?.digits ?? '';
    end += 1;
  }
  return isMobile(ten) ? { value: written(ten), end, isPrefixed } : null;
}

/** `0712 2881493`, `+91-731-2630451`: the code of a town by itself, then a number that begins as those of towns do. */
function isOfTown(run: readonly Group[], at: number, digits: string, rest: number): boolean {
  const code = digits === '' ? (run[rest]?.digits ?? '') : digits;
  const local = run[digits === '' ? rest + 1 : rest]?.digits ?? '';
  const hasZero = /^0\d{2,4}$/.test(run[at]?.digits ?? '');
  return (hasZero && code.length < 5) || (/^\d{2,4}$/.test(code) && /^[2-5]\d{5,7}$/.test(local));
}

/** What stands before the ten digits: +91, 0091, 91 and 0, by itself or at their beginning. */
function prefixAt(run: readonly Group[], at: number): { digits: string; rest: number; isPrefixed: boolean } {
  const first = run[at]?.digits ?? '';
  const rest = at + 1;
  for (const prefix of ['0091', '091', '91', '0']) {
    if (first === prefix) return { digits: '', rest, isPrefixed: prefix !== '0' };
    if (!first.startsWith(prefix)) continue;
    const after = first.slice(prefix.length);
    // A number may begin with 91 itself.
    const isCode = run[at]?.hasPlus === true || prefix !== '91' || first.length === DIGITS + 2;
    if (isCode && /^[6-9]/.test(after)) return { digits: after, rest, isPrefixed: prefix !== '0' };
  }
  return { digits: first, rest, isPrefixed: false };
}

/** A number whose end stands at the beginning of the next line. */
function overLineEnd(run: readonly Group[], at: number, text: string, next: CvPart | undefined): Made | null {
  const isAtEnd = (run.at(-1)?.to ?? 0) === text.length;
  if (!next || !isAtEnd || !isDigit(next.text[0])) return null;
  const { digits, rest, isPrefixed } = prefixAt(run, at);
  const begun =
    digits +
    run
      .slice(rest)
      .map((group) => group.digits)
      .join('');
  const [first] = runsOf(next.text.slice(0, LABEL_WITHIN));
  const ten = begun + (first?.map((group) => group.digits).join('') ?? '');
  if (begun === '' || !isMobile(ten)) return null;
  const isNamed = isPrefixed || lettersOf(text.slice(0, run[at]?.from)).some((word) => OWN.has(word));
  return isNamed ? { value: written(ten), end: run.length, isPrefixed } : null;
}

/** By the plan of Indian numbers. */
const isMobile = (digits: string): boolean =>
  digits.length === DIGITS && /^[6-9]/.test(digits) && !isRepeated(digits);
const isRepeated = (digits: string): boolean => digits === (digits[0] ?? '').repeat(digits.length);
const written = (ten: string): string => `+91 ${ten.slice(0, 5)} ${ten.slice(5)}`;

/** null where the number is nothing to call. */
function scoreOf(
  label: string,
  part: CvPart,
  beside: CvPart | undefined,
  isPrefixed: boolean,
): number | null {
  const words = lettersOf(
    labelOf(label)
      .replaceAll(/['.]/g, ' ')
      .replace(/\be-? ?mail id\b/i, ' '),
  );
  // A label may stand in the column before, or on the line above.
  const isBare =
    words.length === 0 && beside !== undefined && part.line - beside.line <= 1 && !/\d/.test(beside.text);
  const all = isBare ? lettersOf(beside.text).slice(0, 6) : words;
  const has = (known: ReadonlySet<string>): boolean => all.some((word) => known.has(word));
  if (has(IDENTIFIERS) && !isPrefixed) return null;
  let score = 10;
  if (has(OWN)) score += 30;
  if (has(SECOND)) score -= 15;
  if (has(OTHERS)) score -= 100;
  if (!isBare && lettersOf(part.text).some((word) => OTHERS.has(word))) score -= 15;
  if (isPrefixed) score += 5;
  if (part.section === 'top' || part.section === 'contact') score += 20;
  if (part.section === 'personal') score += 10;
  if (BODY.has(part.section)) score -= 25;
  if (part.section === 'references') score -= 100;
  return score;
}

/** What stands before a number since the last sign that ends something. */
function labelOf(before: string): string {
  const ends = ['|', ';', '•', ',', '@'].map((sign) => before.lastIndexOf(sign));
  return before.slice(Math.max(...ends) + 1);
}
