import { CITIES } from './cities.ts';
import { headingKind, lettersOf } from './cv-sections.ts';
import { goesOnWith, type CvPart, type CvText } from './cv-text.ts';
import { TECHNOLOGIES } from './technologies.ts';

export interface FoundName {
  value: string;
  line: number;
}

const set = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/));

/** Words that no name has, but headings, roles, addresses and labels. */
const NO_NAME =
  set(`curriculum curriculam vitae resume cv biodata bio data name developer engineer student fresher analyst designer
  manager executive intern trainee programmer consultant tester architect administrator assistant accountant lead officer operator
  software web full stack frontend backend front back end java python mechanical civil electrical computer science scientist
  contact details info me mobile mob phone ph email mail address location objective career profile summary about skills skill
  education experience project projects languages language hobbies interests strengths certifications achievements references
  reference declaration personal technical key core professional work academic information soft interpersonal extra activities internship
  road nagar colony street lane apartment apartments residency society floor flat plot house sector near dist district taluka
  gate highway chowk village post lines india page of and the for with in at to from by mca bca mba btech be bsc msc college institute
  university school board private limited pvt ltd systems solutions technologies infotech linkedin github portfolio date place
  signature application management website technology tools frontend used team communication leadership working hard time gender male
  female indian single married nationality marital status photo undertaken qualification qualifications english hindi marathi reading
  business development human resources marketing sales support quality digital graphic network cloud devops machine learning content
  father mother shri registration responsive intermediate diploma degree declare present current permanent summary set cricket
  employment history competencies proficiency dossier workshop training overview graduate graduated job seeker aspiring junior senior`);
const TITLES = set('mr mrs ms miss er shri smt kum dr adv ca sri kumari श्री');
const NAME_LABELS = [
  'name',
  'full name',
  'candidate name',
  'my name',
  'applicant name',
  'नाम',
  'नाम name',
  'name नाम',
  'name of candidate',
  'name of the candidate',
  'student name',
];
const TITLE_LINES = new Set(['curriculum vitae of', 'resume of', 'cv of', 'biodata of', 'bio data of']);
const BESIDE_CONTACT = set('contact info information details me full candidate name');
const FEWEST_LETTERS = 4;
const LONGEST_WORD = 24;
/** Further on, only a label says a name. */
const MOST_PARTS = 400;
const MOST_WORDS = 4;
/** As far from the beginning a name may stand that nothing else confirms, in parts. */
const AT_ONCE = 2;
const NEAR = 12;

/** The candidate's name; null where it is not plain. */
export function readName({ parts }: CvText, emails: readonly string[]): FoundName | null {
  const found: (FoundName & { score: number })[] = [];
  const locals = emails.map((email) => email.split('@')[0] ?? '');
  const signed = signatures(parts);
  let seen = 0;
  for (const [index, part] of parts.entries()) {
    const label = labelled(part, parts[index + 1]);
    if (label !== null && part.section !== 'references') {
      found.push({
        value: label.value,
        line: label.line,
        score: 100 + confirmed(label.value, locals, signed),
      });
    }
    if (isTitle(part.text)) continue;
    const isConfirmable =
      part.section !== 'references' &&
      part.section !== 'declaration' &&
      !part.isHeading &&
      index < MOST_PARTS;
    if (isConfirmable) {
      for (const value of namesAt(parts, part, index)) {
        const confirming = confirmed(value, locals, signed);
        const isFirst = seen < AT_ONCE && part.section !== 'experience' && part.section !== 'education';
        const near = seen < NEAR || part.section === 'top' ? 10 : 0;
        if (confirming > 0 || isFirst) {
          found.push({ value, line: part.line, score: confirming + near + (isFirst ? 20 : 0) });
        }
      }
    }
    if (!part.isHeading) seen += 1;
  }
  found.sort((a, b) => b.score - a.score);
  return found[0] ? { value: found[0].value, line: found[0].line } : null;
}

/** "Name: ..." on its line, in the next column, or on the next line. */
function labelled(part: CvPart, beside: CvPart | undefined): FoundName | null {
  const at = part.text.slice(0, 40).search(/[:-]/);
  const label = lettersOf(at < 0 ? part.text.slice(0, 40) : part.text.slice(0, at)).join(' ');
  if (!NAME_LABELS.includes(label)) return null;
  const rest = at < 0 ? '' : part.text.slice(at + 1);
  const sources =
    rest.replace(/[:\s-]/g, '') !== '' ? [{ text: rest, line: part.line }] : beside ? [beside] : [];
  for (const { text, line } of sources) {
    const value = nameAt(text, 1);
    if (value !== null) return { value, line };
  }
  return null;
}

function isTitle(text: string): boolean {
  const letters = lettersOf(text).join(' ');
  return (
    TITLE_LINES.has(letters) ||
    ['curriculum vitae', 'curriculam vitae', 'resume', 'bio data', 'biodata', 'c v', 'cv'].includes(letters)
  );
}

/** Names that a part may begin with, whole and with its second line, where the name is set in two. */
function namesAt(parts: readonly CvPart[], part: CvPart, at: number): string[] {
  const whole = nameAt(withoutHeading(part.text), 2);
  if (whole !== null) return [whole];
  const next = goesOnWith(parts, at);
  const isPair =
    next &&
    !next.isHeading &&
    part.text.length <= LONGEST_WORD &&
    next.text.length <= LONGEST_WORD &&
    !part.text.includes(' ') &&
    !next.text.includes(' ');
  const pair = isPair ? nameAt(`${part.text} ${next.text}`, 2) : null;
  return pair === null ? [] : [pair];
}

/** The name that a text begins with, up to what is none; null where fewer words are left. */
function nameAt(text: string, fewest: number): string | null {
  const words: string[] = [];
  for (const word of nameWords(text)) {
    const letters = lettersOf(word).join('');
    if (words.length === 0 && TITLES.has(letters)) continue;
    if (!isNameWord(word, letters)) break;
    words.push(word);
    if (/[,|/]$/.test(word)) break;
  }
  // A sentence, or a list.
  if (words.length > MOST_WORDS || words.length < fewest) return null;
  const cleaned = words.map((word) => word.replace(/[,|/]$/, ''));
  const joined = cleaned.join(' ');
  const hasWord = cleaned.some((word) => lettersOf(word).join('').length > 2);
  if (!hasWord || lettersOf(joined).join('').length < FEWEST_LETTERS) return null;
  if (CITIES.has(lettersOf(joined).join(' ')) || headingKind(joined) !== null) return null;
  return cleaned.map((word) => cased(word, joined)).join(' ');
}

/** In two columns that are not told apart a heading stands before the name: "CONTACT RAHUL SHARMA". */
function withoutHeading(text: string): string {
  const words = text.split(' ');
  if (lettersOf(words[0] ?? '')[0] !== 'contact') return text;
  const at = words.findIndex((word) => !BESIDE_CONTACT.has(lettersOf(word).join('')));
  return at < 0 ? text : words.slice(at).join(' ');
}

function nameWords(text: string): string[] {
  const start = text.search(/[\p{L}]/u);
  if (start < 0 || /[\d@]/.test(text.slice(0, start))) return [];
  // Signs of a list stand before what is no name.
  if (/[➢•*➤▪●]/u.test(text.slice(0, start))) return [];
  return text.slice(start).split(/\s+/).slice(0, 12);
}

function isNameWord(word: string, letters: string): boolean {
  if (/[\d@:;()[\]{}<>+_#%&!?"•]/.test(word) || letters === '' || word.length > LONGEST_WORD) return false;
  if (!/^\p{Lu}/u.test(word)) return false;
  if (
    word.includes('/') ||
    (/\./.test(word) && !/^(?:\p{L}\.){1,4}\p{L}?$/u.test(word) && !/^\p{L}{2,3}\.$/u.test(word))
  )
    return false;
  if (letters.length === 1) return true;
  return !NO_NAME.has(letters) && !TECHNOLOGIES.has(letters) && !(letters.length > 3 && CITIES.has(letters));
}

/** RAHUL K. D'SOUZA as Rahul K. D'Souza. Letters that stand for names stay great. */
function cased(word: string, whole: string): string {
  if (whole !== whole.toUpperCase() || word.includes('.') || word.length === 1) return word;
  if (word.length === 2 && !/[AEIOU]/.test(word) && word !== 'MD') return word;
  return word
    .toLowerCase()
    .replace(/(^|['-])(\p{L})/gu, (_, before: string, letter: string) => before + letter.toUpperCase());
}

/** How much email and signature say that this is the name. */
function confirmed(name: string, locals: readonly string[], signed: readonly string[]): number {
  const words = lettersOf(name).filter((word) => word.length > 2);
  const letters = lettersOf(name).join(' ');
  const ofEmail = words.filter((word) => locals.some((local) => local.includes(word))).length;
  const isSigned = signed.some((signature) => signature === letters);
  return ofEmail * 25 + (isSigned ? 40 : 0);
}

/** Names under a declaration, as their lower-case words. */
function signatures(parts: readonly CvPart[]): string[] {
  return parts.flatMap((part) => {
    if (part.section !== 'declaration' || part.isHeading) return [];
    const inside = part.text.slice(part.text.lastIndexOf('(') + 1);
    const name = nameAt(inside.replace(/\)$/, ''), 2);
    return name === null ? [] : [lettersOf(name).join(' ')];
  });
}
