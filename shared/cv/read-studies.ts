import { candidate } from '#shared/model/candidate.ts';
import type { CvText } from './cv-text.ts';
import { lettersOf } from './cv-sections.ts';
import { collegeIn } from './college-name.ts';

export interface FoundStudies {
  college: { value: string; line: number } | null;
  year: { value: string; line: number } | null;
}

/** How high a degree is; the highest tells the college and the year. */
const DEGREES: readonly (readonly [rank: number, signs: readonly string[]])[] = [
  [
    2,
    [
      '12th',
      'xii',
      'hsc',
      'intermediate',
      'higher secondary',
      'puc',
      'pre university',
      '10+2',
      'plus two',
      'senior secondary',
      '12 th',
    ],
  ],
  [
    1,
    ['10th', 'x', 'ssc', 'sslc', 'matric', 'matriculation', 'secondary', 'high school', 'class 10', '10 th'],
  ],
  [
    5,
    [
      'master',
      'masters',
      'm tech',
      'mtech',
      'm e',
      'mca',
      'm sc',
      'msc',
      'mba',
      'm com',
      'mcom',
      'pgdm',
      'm a',
      'mcs',
      'm c a',
      'm b a',
      'post graduation',
      'post graduate',
    ],
  ],
  [
    4,
    [
      'bachelor',
      'bachelors',
      'b tech',
      'btech',
      'b e',
      'be',
      'bca',
      'b sc',
      'bsc',
      'b com',
      'bcom',
      'bba',
      'b c s',
      'bcs',
      'b a',
      'b c a',
      'b pharm',
      'bbm',
      'graduation',
      'b voc',
    ],
  ],
  [3, ['diploma', 'iti', 'polytechnic diploma']],
];
const LEAST_RANK = 3;
/** Lines of one degree. */
const MOST_LINES = 5;
const MOST_ENTRIES = 60;
/** Heads of the columns of a table of studies. */
const TABLE_HEADS = new Set(
  `board university institute institution college school year percentage percent marks passing course degree examination exam cgpa class
  stream qualification specialization grade`.split(/\s+/),
);
const MOST_WORDS_BESIDE_YEAR = 8;
const FIRST_YEAR = 1985;
const LAST_YEAR = 2035;
const NOT_ENDED = /\b(?:present|pursuing|ongoing|till|current|currently|appearing)\b/i;
const EXPECTED = /\b(?:expected|passing|graduating|completion)\b/i;

interface Line {
  text: string;
  line: number;
  rank: number | null;
  college: string | null;
  isSchool: boolean;
  years: number[];
}

interface Entry {
  rank: number;
  college: { value: string; line: number } | null;
  year: { value: number; line: number } | null;
}

/** College and year of passing of the highest degree, from the section on education. */
export function readStudies(text: CvText): FoundStudies {
  const lines = linesOfEducation(text);
  const entries = entriesOf(lines).filter(({ rank }) => rank >= LEAST_RANK);
  const highest = Math.max(0, ...entries.map(({ rank }) => rank));
  const equal = entries.filter(({ rank }) => rank === highest);
  // Of two degrees, only their years tell which is the later one.
  if (equal.length > 1 && equal.some(({ year }) => year === null)) return { college: null, year: null };
  const best = equal.reduce<Entry | null>(
    (best, one) => (best === null || (one.year?.value ?? 0) > (best.year?.value ?? 0) ? one : best),
    null,
  );
  // What was studied after the highest degree may be meant as well.
  const isLater = entries.some(({ year }) => (year?.value ?? 0) > (best?.year?.value ?? LAST_YEAR));
  if (!best || isLater) return { college: null, year: null };
  const year = best.year;
  const isListed =
    year !== null &&
    (candidate.fields.yearOfPassing.options ?? []).some((option) => option === String(year.value));
  return {
    college: best.college,
    year: isListed ? { value: String(year.value), line: year.line } : null,
  };
}

function linesOfEducation({ parts, lines }: CvText): Line[] {
  const made: Line[] = [];
  for (let at = 0; at < parts.length && made.length < MOST_ENTRIES;) {
    const line = parts[at]?.line ?? 0;
    let end = at;
    while (parts[end]?.line === line) end += 1;
    const columns = parts.slice(at, end);
    at = end;
    const own = columns.filter(({ section, isHeading }) => section === 'education' && !isHeading);
    // Columns of a table are one line; of columns that are sections of their own only those of this one.
    const isWhole = own.length === columns.length;
    const text = isWhole ? (lines[line] ?? '') : own.map((part) => part.text).join(' ');
    if (own.length === 0 || isTableHead(text)) continue;
    const found = collegeIn(own.map((part) => part.text));
    made.push({ text, line, rank: rankOf(text), ...found, years: yearsOf(text) });
  }
  return made;
}

const isTableHead = (text: string): boolean =>
  !/\d/.test(text) && lettersOf(text).filter((word) => TABLE_HEADS.has(word)).length > 2;

/** The rank of the first degree that a line names. */
function rankOf(text: string): number | null {
  const words = text.toLowerCase().match(/[\p{L}\d+]+/gu) ?? [];
  for (let at = 0; at < words.length; at += 1) {
    for (const count of [3, 2, 1]) {
      const said = words.slice(at, at + count).join(' ');
      const degree = DEGREES.find(([, signs]) => signs.includes(said));
      // "Be" is a word as well.
      if (degree && !(said === 'be' && !/\bBE\b/.test(text))) return degree[0];
    }
  }
  return null;
}

function yearsOf(text: string): number[] {
  const years: number[] = [];
  for (const match of text.matchAll(/(?<![\d.])(\d{4})(?:\s?[-/]\s?(\d{2}))?(?![\d.]{0,4}[\d%])/g)) {
    const year = Number(match[1]);
    if (year < FIRST_YEAR || year > LAST_YEAR) continue;
    years.push(year);
    // 2018-22
    if (match[2] !== undefined) years.push(Number(String(year).slice(0, 2) + match[2]));
  }
  return years.filter((year) => year >= FIRST_YEAR && year <= LAST_YEAR);
}

/** Degrees with their colleges and years: each begins with what begins the first of them. */
function entriesOf(lines: readonly Line[]): Entry[] {
  const first = lines.find(
    (line) => line.rank !== null || line.college !== null || line.isSchool || isDate(line),
  );
  if (!first) return [];
  const isInstitute = (line: Line): boolean => line.college !== null || line.isSchool;
  const leads = (line: Line, open: readonly Line[]): boolean => {
    if (first.rank !== null) return line.rank !== null;
    if (isInstitute(first)) return isInstitute(line) && open.some(({ rank }) => rank !== null);
    return isDate(line);
  };
  const groups: Line[][] = [];
  for (const line of lines) {
    const open = groups.at(-1);
    if (!open || leads(line, open)) groups.push([line]);
    else if (open.length < MOST_LINES) open.push(line);
  }
  return groups.flatMap((group) => {
    const entry = entryOf(group);
    return entry ? [entry] : [];
  });
}

/** A line that is years and nothing else. */
const isDate = (line: Line): boolean =>
  line.years.length > 0 &&
  (line.text.match(/\p{L}{3,}/gu) ?? []).every((word) => word.length <= 9) &&
  line.text.length < 26;

/** A sentence may be about anything. */
const isShort = ({ text }: Line): boolean =>
  (text.match(/\p{L}{2,30}/gu) ?? []).length <= MOST_WORDS_BESIDE_YEAR;

function entryOf(group: readonly Line[]): Entry | null {
  const rank = group.find((line) => line.rank !== null)?.rank;
  if (rank === undefined || rank === null) return null;
  const isMixed = group.some(({ isSchool }) => isSchool);
  const colleges = group.flatMap(({ college, line }) => (college === null ? [] : [{ value: college, line }]));
  const distinct = new Set(colleges.map(({ value }) => value));
  const dated = group.find((line) => line.years.length > 0 && (line.rank !== null || isShort(line)));
  return {
    rank,
    college: !isMixed && distinct.size === 1 ? (colleges[0] ?? null) : null,
    year: dated === undefined || isMixed ? null : endOf(dated, group),
  };
}

function endOf(dated: Line, group: readonly Line[]): Entry['year'] {
  const isOpen = group.some(({ text }) => NOT_ENDED.test(text));
  if (isOpen && dated.years.length < 2 && !EXPECTED.test(dated.text)) return null;
  return { value: Math.max(...dated.years), line: dated.line };
}
