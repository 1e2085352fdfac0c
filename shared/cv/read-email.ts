import { goesOnWith, type CvPart, type CvText } from './cv-text.ts';

/** An address in a CV, and how likely it is the candidate's own. */
export interface FoundEmail {
  value: string;
  line: number;
  score: number;
}

const LONGEST_LOCAL = 64;
const LONGEST_HOST = 100;
const MOST_SIGNS = 100;
const MOST_BLANKS = 2;

/** Whose addresses are people's own. Their ends are known, so that what is stuck to them is told apart. */
const WEBMAIL = [
  'yahoo.co.in',
  'yahoo.co.uk',
  'gmail.com',
  'googlemail.com',
  'yahoo.com',
  'yahoo.in',
  'ymail.com',
  'rocketmail.com',
  'outlook.com',
  'outlook.in',
  'hotmail.com',
  'live.com',
  'live.in',
  'msn.com',
  'icloud.com',
  'me.com',
  'rediffmail.com',
  'rediff.com',
  'protonmail.com',
  'proton.me',
  'zohomail.in',
  'zoho.com',
  'aol.com',
];
const ENDING_LIST =
  'com in org net edu ac co info io dev me uk us ai app tech biz gov nic xyz online site eu au ca de sg ae'.split(
    ' ',
  );
const ENDINGS = new Set(ENDING_LIST);
/** Of an office, not of a person. */
const OFFICES = new Set(
  `placement placements tpo hr info principal admission admissions contact hod admin career careers jobs office support
  sales enquiry inquiry noreply director registrar dean training recruitment college principalsir mail webmaster help`.split(
    /\s+/,
  ),
);
/** Words of icon fonts and labels that programs leave at the address. */
const STUCK = ['envelope', 'envelop', 'envel', 'e-mail-', 'email-', 'mail-'];
/** Before such signs a word of an icon font stands by itself. */
const AFTER_ICON = '♂/#';

/** What the name in an address counts for. */
const OF_NAME = 15;

const LOCAL = /[\w.%+-]/;
const HOST = /[a-z\d.-]/i;

/** Of equally likely addresses, the one that has a word of the candidate's name, in small letters. */
export function likeliestEmail(
  found: readonly FoundEmail[],
  names: readonly string[],
): FoundEmail | undefined {
  const named = found.filter(({ value }) =>
    names.some((name) => name.length > 3 && value.split('@')[0]?.includes(name)),
  );
  const [first, firstNamed] = [found[0], named[0]];
  return first && firstNamed && first.score - firstNamed.score < OF_NAME ? firstNamed : first;
}

/** The addresses of a CV, the candidate's own most likely first. */
export function readEmails({ parts }: CvText): FoundEmail[] {
  const found: FoundEmail[] = [];
  let looked = 0;
  for (const [at, part] of parts.entries()) {
    let sign = part.text.indexOf('@');
    while (sign >= 0 && looked < MOST_SIGNS) {
      looked += 1;
      const value = addressAt(part, sign, goesOnWith(parts, at));
      if (value !== null) found.push({ value, line: part.line, score: scoreOf(value, part) });
      sign = part.text.indexOf('@', sign + 1);
    }
  }
  return found.sort((a, b) => b.score - a.score || a.line - b.line);
}

function addressAt(part: CvPart, sign: number, next: CvPart | undefined): string | null {
  const local = localBefore(part.text, sign);
  let rest = part.text.slice(sign + 1);
  if (rest.trim() === '' && next) rest = next.text;
  const host = hostOf(rest, next?.text ?? '');
  return local === '' || host === null ? null : `${local}@${host}`.toLowerCase();
}

function localBefore(text: string, sign: number): string {
  let end = sign;
  while (end > 0 && sign - end < MOST_BLANKS && text[end - 1] === ' ') end -= 1;
  let begin = end;
  while (begin > 0 && end - begin < LONGEST_LOCAL && LOCAL.test(text[begin - 1] ?? '')) begin -= 1;
  let local = text.slice(begin, end);
  const isAfterIcon = begin > 0 && AFTER_ICON.includes(text[begin - 1] ?? ' ');
  for (const stuck of STUCK) {
    const isLabel = stuck.endsWith('-') || isAfterIcon;
    if (isLabel && local.toLowerCase().startsWith(stuck) && local.length > stuck.length) {
      local = local.slice(stuck.length);
      break;
    }
  }
  return trimmed(local);
}

function trimmed(text: string): string {
  let [begin, end] = [0, text.length];
  while (begin < end && '.-+%'.includes(text[begin] ?? ' ')) begin += 1;
  while (end > begin && '.-%'.includes(text[end - 1] ?? ' ')) end -= 1;
  return text.slice(begin, end);
}

/** The host that a text begins with, over blanks around its dots; its end may stand on the next line. */
function hostOf(text: string, next: string): string | null {
  let at = 0;
  while (at < MOST_BLANKS && text[at] === ' ') at += 1;
  let host = runAt(text, at);
  at += host.length;
  if (!host.includes('.')) {
    const rest = text.slice(at).trimStart();
    const more = rest === '' ? next : rest;
    if (text.length - at - rest.length > MOST_BLANKS || !more.startsWith('.')) return null;
    host += runAt(more.replace('. ', '.'), 0);
  } else if (host.endsWith('.')) {
    // `gmail. com`
    const more = runAt(text, at + 1);
    if (ENDINGS.has(more.toLowerCase())) host += more;
  }
  return hostAlone(host);
}

function runAt(text: string, from: number): string {
  let end = from;
  while (end < text.length && end - from < LONGEST_HOST && HOST.test(text[end] ?? '')) end += 1;
  return text.slice(from, end);
}

/** Without what is stuck to its end, such as `gmail.comMobile` and `college.in98765`; null where it is no host. */
function hostAlone(written: string): string | null {
  const lower = written.toLowerCase();
  const known = WEBMAIL.find((host) => lower.startsWith(host));
  if (known !== undefined) return known;
  const labels: string[] = [];
  for (const label of written.split('.')) {
    const ending = ENDING_LIST.find(
      (ending) => label.startsWith(ending) && /^[A-Z\d-]/.test(label.slice(ending.length)),
    );
    if (labels.length > 0 && ending !== undefined) {
      labels.push(ending);
      break;
    }
    if (!/^[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?$/i.test(label)) break;
    labels.push(label);
  }
  while (labels.length > 1 && !ENDINGS.has((labels.at(-1) ?? '').toLowerCase())) labels.pop();
  return labels.length > 1 ? labels.join('.') : null;
}

function scoreOf(email: string, part: CvPart): number {
  const [local = '', host = ''] = email.split('@');
  let score = 10;
  if (part.section === 'references') score -= 100;
  if (part.section === 'experience' || part.section === 'education' || part.section === 'projects')
    score -= 8;
  if (local.split(/[._\d-]/).some((word) => OFFICES.has(word))) score -= 60;
  if (WEBMAIL.includes(host)) score += 20;
  return score;
}
