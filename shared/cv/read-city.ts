import { INDIAN_STATES } from '#shared/model/indian-states.ts';
import { ALSO_NAMES, CITIES, MOST_WORDS_OF_CITY } from './cities.ts';
import { lettersOf } from './cv-sections.ts';
import { goesOnWith, type CvPart, type CvText } from './cv-text.ts';

export interface FoundCity {
  value: string;
  line: number;
}

const words = (text: string): ReadonlySet<string> => new Set(text.split(' '));
const LABELS = words('address add addr location पता residence residing city based');
/** Of two addresses, the one of now. */
const NOW = words('current present correspondence communication local residential mailing');
const PERMANENT = words('permanent native village home');
/** After these words a city is the name of a road, a house or a school. */
const NAMED_AFTER = words(
  `road rd highway gate house colony nagar bypass street st lane chowk naka bazaar bazar market marg hospital club
  university college institute school board airport hotel complex society`.replaceAll(/\s+/g, ' '),
);
const STATES = INDIAN_STATES.filter((state) => state !== 'Other').map((state) => state.toLowerCase());
const ABOUT_OTHERS = new Set<CvPart['section']>([
  'education',
  'experience',
  'projects',
  'references',
  'declaration',
  'other',
  'skills',
]);
const MOST_LINES = 3;
const NOW_SCORE = 30;
/** As far into a line as a label stands. */
const LABEL_WORDS = 4;
const PIN = /(?:^|[^\d])[1-9]\d\d ?\d{3}(?:$|[^\d])/;

/** Where the candidate lives; null where it is not plain. */
export function readCity({ parts }: CvText): FoundCity | null {
  const found: (FoundCity & { score: number })[] = [];
  for (const [at, part] of parts.entries()) {
    const score = scoreOf(part);
    if (score === null) continue;
    const address = addressFrom(parts, at, score);
    const city = address === null ? null : lastCity(address.text, score > 5);
    if (address !== null && city !== null) found.push({ value: city, line: address.line, score });
    // Where the address of now says no city that is known, no other address is asked.
    else if (score === NOW_SCORE) return null;
  }
  found.sort((a, b) => b.score - a.score);
  const [best] = found;
  // Two cities that speak equally loud tell nothing.
  const isPlain = found.every((other) => other.score !== best?.score || other.value === best.value);
  return best && isPlain ? { value: best.value, line: best.line } : null;
}

/** How plainly a part says where somebody lives; null where it does not. */
function scoreOf(part: CvPart): number | null {
  if (part.text.includes('@') && !PIN.test(part.text)) return null;
  const first = lettersOf(part.text.slice(0, 60)).slice(0, LABEL_WORDS);
  const isLabelled = first.some((word) => LABELS.has(word)) && part.section !== 'references';
  const isElsewhere = ABOUT_OTHERS.has(part.section);
  if (isLabelled && !(isElsewhere && part.section !== 'declaration' && !/[:-]/.test(part.text))) {
    if (first.some((word) => NOW.has(word))) return NOW_SCORE;
    return first.some((word) => PERMANENT.has(word)) ? 10 : 20;
  }
  if (isElsewhere) return null;
  if (PIN.test(part.text)) return 8;
  return isCityAlone(part.text) ? 5 : null;
}

/** Where an address says its city: in the part itself, or in a line under it where it is only begun. */
function addressFrom(parts: readonly CvPart[], from: number, score: number): CvPart | null {
  let part = parts[from];
  if (!part || score < 10 || lastCity(part.text, true) !== null) return part ?? null;
  for (let count = 0; count < MOST_LINES; count += 1) {
    const next = goesOnWith(parts, parts.indexOf(part, from));
    if (!next || next.isHeading || next.text.includes(':') || next.text.includes('@')) return null;
    if (lastCity(next.text, true) !== null) return next;
    part = next;
  }
  return null;
}

interface Word {
  text: string;
  from: number;
  to: number;
}

const wordsIn = (text: string): Word[] =>
  Array.from(text.matchAll(/\p{L}[\p{L}\p{M}]*/gu), ({ 0: word, index }) => ({
    text: word.toLowerCase(),
    from: index,
    to: index + word.length,
  }));

/** The last city of an address that is no part of another name. */
function lastCity(text: string, takesNames: boolean): string | null {
  const found = wordsIn(text);
  for (let at = found.length - 1; at >= 0; at -= 1) {
    for (let count = MOST_WORDS_OF_CITY; count > 0; count -= 1) {
      const from = at - count + 1;
      if (from < 0) continue;
      const name = found
        .slice(from, at + 1)
        .map((word) => word.text)
        .join(' ');
      const city = CITIES.get(name);
      if (city === undefined || (!takesNames && ALSO_NAMES.has(city))) continue;
      const after = found[at + 1];
      if (after && text.slice(found[at]?.to, after.from).trim() === '' && NAMED_AFTER.has(after.text)) break;
      return city;
    }
  }
  return null;
}

/** A city, and at most its state and country besides. */
function isCityAlone(text: string): boolean {
  if (/\d/.test(text) || text.length > 60) return false;
  let rest = ` ${lettersOf(text).join(' ')} `;
  for (const state of [...STATES, 'india', 'bharat']) {
    const without = rest.replace(` ${state} `, ' ');
    // Delhi and Chandigarh are both.
    if (without.trim() !== '') rest = without;
  }
  const city = CITIES.get(rest.trim());
  return city !== undefined && !ALSO_NAMES.has(city);
}
