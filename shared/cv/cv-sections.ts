/** What a part of a CV is about; `top` is what stands before the first heading. */
export type SectionKind =
  | 'top'
  | 'contact'
  | 'personal'
  | 'education'
  | 'skills'
  | 'projects'
  | 'experience'
  | 'references'
  | 'declaration'
  | 'other';

const words = (text: string): string[] => text.trim().split(/\s+/);

/** By their words headings are known; where a heading has words of several kinds, the first kind counts. */
const KEYWORDS: readonly (readonly [SectionKind, readonly string[]])[] = [
  ['references', words('reference references referee referees संदर्भ')],
  ['declaration', words('declaration घोषणा')],
  [
    'other',
    words(`soft interpersonal objective objectives summary strength strengths hobbies hobby interests interest languages
      certification certifications certificate certificates achievement achievements award awards activities
      publications workshops seminars volunteering about उद्देश्य`),
  ],
  [
    'education',
    words('education educational qualification qualifications scholastic scholastics academics शिक्षा योग्यता'),
  ],
  ['projects', words('project projects')],
  ['experience', words('experience employment internship internships training trainings अनुभव')],
  ['skills', words('skill skills competencies proficiency technologies expertise skillset कौशल')],
  ['personal', words('personal dossier biodata व्यक्तिगत')],
  ['contact', words('contact contacts address संपर्क पता')],
  ['education', ['academic']],
  ['other', ['profile']],
];

/** Words that stand beside those in headings and tell nothing. */
const BESIDES = new Set(
  words(`career key technical computer it core professional work detail details info information background history set my me
    and of the undertaken extra curricular co known area areas other additional tools personal profile academic summary us get in
    touch memo particulars record working software industrial programming का की विवरण`),
);

/** By keyword: where it stands in the list of kinds. */
const RANK_OF = new Map(
  KEYWORDS.flatMap(([, keywords], rank) => keywords.map((keyword) => [keyword, rank] as const)),
);

/** More words are a sentence. */
const MOST_WORDS = 6;
/** Longer texts are no heading. */
const LONGEST = 60;

/** The lower-case words of a text, of any script, without signs and figures. */
export function lettersOf(text: string): string[] {
  // Plain ASCII, the common case, is told apart in a third of the time.
  const letters = /[^\0-\x7F]/.test(text) ? /[\p{L}\p{M}]+/gu : /[a-z]+/g;
  return text.toLowerCase().match(letters) ?? [];
}

function kindOfWords(text: string): SectionKind | null {
  if (text.length > LONGEST || /\d|@/.test(text)) return null;
  const found = lettersOf(text);
  if (found.length === 0 || found.length > MOST_WORDS) return null;
  let first = KEYWORDS.length;
  for (const word of found) {
    const rank = RANK_OF.get(word);
    if (rank !== undefined) first = Math.min(first, rank);
    else if (!BESIDES.has(word)) return null;
  }
  return KEYWORDS[first]?.[0] ?? null;
}

/** The kind of the section that a text is the heading of; null where it is none. */
export function headingKind(text: string): SectionKind | null {
  const stroke = text.indexOf('/');
  return kindOfWords(text) ?? (stroke < 0 ? null : kindOfWords(text.slice(stroke + 1)));
}

/** Only these begin a section with text on their own line: others are labels within one, such as "Contact:". */
const WITH_TEXT: ReadonlySet<SectionKind> = new Set(['skills', 'references', 'education', 'declaration']);

/** The kind of a section that a line begins and goes on with, as "Skills: Java, SQL" does, and where its text begins. */
export function headingWithText(text: string): { kind: SectionKind; at: number } | null {
  const colon = text.slice(0, LONGEST).indexOf(':');
  if (colon < 0) return null;
  const kind = headingKind(text.slice(0, colon));
  return kind !== null && WITH_TEXT.has(kind) ? { kind, at: colon + 1 } : null;
}
