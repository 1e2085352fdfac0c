import { openableAddress } from '#shared/format/web-address.ts';
import { lettersOf } from './cv-sections.ts';
import { goesOnWith, type CvPart, type CvText } from './cv-text.ts';

export interface FoundLink {
  value: string;
  line: number;
}

const HANDLE = /[\p{L}\d_%-]/u;
const LONGEST_HANDLE = 100;
const LINKEDIN = 'linkedin.com/in/';
const GITHUB = 'github.com/';
/** Pages of GitHub that are nobody's. */
const OF_GITHUB = new Set(
  'features topics orgs about login signup marketplace explore sponsors settings'.split(' '),
);
/** Where links are other people's, or of what was built. */
const ELSEWHERE = new Set<CvPart['section']>(['references', 'education', 'experience', 'projects']);

/** The candidate's LinkedIn profile; null where none is whole. */
export function readLinkedIn({ parts }: CvText): FoundLink | null {
  for (const [at, part] of parts.entries()) {
    if (part.section === 'references') continue;
    const handle = handleAfter(LINKEDIN, parts, at);
    if (handle !== null) return { value: `https://www.${LINKEDIN}${handle}`, line: part.line };
  }
  return null;
}

/** The candidate's own site, else the profile on GitHub; null where neither is plain. */
export function readPortfolio(text: CvText, names: readonly string[]): FoundLink | null {
  return readSite(text, names) ?? readGitHub(text);
}

function readGitHub({ parts }: CvText): FoundLink | null {
  for (const [at, part] of parts.entries()) {
    if (part.section === 'references') continue;
    const handle = handleAfter(GITHUB, parts, at);
    if (handle === null || OF_GITHUB.has(handle.toLowerCase())) continue;
    return { value: `https://${GITHUB}${handle}`, line: part.line };
  }
  return null;
}

/** The name of a profile, the last part of its address; over a line end where it breaks off there. */
function handleAfter(address: string, parts: readonly CvPart[], at: number): string | null {
  const part = parts[at];
  if (!part) return null;
  const found = part.text.toLowerCase().indexOf(address);
  if (found < 0) return null;
  const from = found + address.length;
  let end = from;
  while (end < part.text.length && end - from < LONGEST_HANDLE && HANDLE.test(part.text[end] ?? '')) end += 1;
  let handle = part.text.slice(from, end);
  if (handle === '') return null;
  if (end === part.text.length) {
    const more = goesOnWith(parts, at)?.text ?? '';
    // A line of small letters and figures alone goes on with what was broken off.
    if (/^[a-z\d-]{1,60}$/.test(more)) handle += more;
  } else if (part.text[end] === '/' && HANDLE.test(part.text[end + 1] ?? '')) {
    // A repository, not a profile.
    return null;
  }
  return handle.length < 2 || handle.endsWith('-') ? null : handle;
}

const ENDINGS = new Set(
  'com in dev me io app net org co tech xyz site online info ai page codes design studio space pro live website link works'.split(
    ' ',
  ),
);
/** Hosts of which nobody has one alone: profiles there are no site. */
const OTHERS = [
  'linkedin.',
  'github.com',
  'gitlab.',
  'leetcode.',
  'hackerrank.',
  'codechef.',
  'codeforces.',
  'geeksforgeeks.',
  'facebook.',
  'instagram.',
  'twitter.',
  'x.com',
  'youtube.',
  'medium.com',
  'google.',
  'gmail.',
  'naukri.',
  'wa.me',
  'bit.ly',
  'kaggle.',
  'stackoverflow.',
];
const LABELS = new Set('portfolio blog पोर्टफोलियो'.split(' '));
const MOST_WORDS = 60;

function readSite({ parts }: CvText, names: readonly string[]): FoundLink | null {
  for (const part of parts) {
    if (ELSEWHERE.has(part.section) || !part.text.includes('.')) continue;
    const words = part.text.split(' ').slice(0, MOST_WORDS);
    for (const [at, word] of words.entries()) {
      const host = hostOf(word);
      // `name.dev @ example.com`
      if (host === null || words[at + 1]?.startsWith('@')) continue;
      const label = lettersOf(words.slice(Math.max(0, at - 3), at).join(' '));
      const isLabelled = label.some((letters) => LABELS.has(letters)) || LABELS.has(lettersOf(word)[0] ?? '');
      const isNamed = names.some((name) => name.length > 3 && host.includes(name));
      if (!isNamed && !(isLabelled && part.section !== 'other')) continue;
      const value = addressIn(word);
      if (openableAddress(value) !== null) return { value, line: part.line };
    }
  }
  return null;
}

const SCHEMES = ['https://', 'http://'];
const ENDS = '/.,;)>]|';

function addressIn(word: string): string {
  const lower = word.toLowerCase();
  const from = SCHEMES.map((scheme) => lower.indexOf(scheme)).find((at) => at >= 0) ?? lastLabelEnd(word);
  let address = word.slice(from);
  while (address !== '' && ENDS.includes(address.at(-1) ?? ' ')) address = address.slice(0, -1);
  return SCHEMES.some((scheme) => address.toLowerCase().startsWith(scheme)) ? address : `https://${address}`;
}

/** `Website:example.com` */
const lastLabelEnd = (word: string): number => Math.max(word.indexOf(':'), word.indexOf('(')) + 1;

/** The host of an address that may be somebody's own site; null for any other word. */
function hostOf(word: string): string | null {
  if (word.includes('@') || !word.includes('.')) return null;
  const address = addressIn(word);
  if (!URL.canParse(address)) return null;
  const { hostname } = new URL(address);
  const labels = hostname.split('.');
  const isKnown = ENDINGS.has(labels.at(-1) ?? '') && labels.every((label) => label !== '');
  if (!isKnown || OTHERS.some((other) => hostname.replace('www.', '').startsWith(other))) return null;
  return hostname;
}
