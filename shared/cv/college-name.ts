/** What a college is called by; without "college" or the like nothing is known to be one. */
const KINDS = new Set(
  'college institute institution polytechnic mahavidyalaya vidyapeeth vidyapeetham campus academy iit nit iiit bits'.split(
    ' ',
  ),
);
const UNIVERSITY = new Set('university vishwavidyalaya universities'.split(' '));
/** Colleges of these kinds are schools. */
const SCHOOLS =
  /\b(?:school|junior college|jr\.? ?college|inter college|pu college|p\.u\. ?college|intermediate college|vidyalaya|vidya mandir|convent|higher secondary|vidyaniketan|junior)\b/i;
/** Between what is said of a degree. */
const BETWEEN = /[|;•:]| - |\bfrom\b|\bat\b| {2}/;
/** Words of headings and degrees: a text with one of them is more than a name. */
const NOT_NAMES = new Set(
  `board percentage year passing course examination b.e b.tech bca mca mba bachelor master diploma m.sc b.sc b.com b.c.s b.c.a b.a m.a m.c.a m.b.a b.ed m.tech m.e m.com msc bsc bcom mcom btech mtech bba bcs pgdm ph.d cgpa gpa sgpa
  marks class hsc ssc xii x intermediate project student from in with from aggregate first division distinction qualification name
  semester pursuing completed board/university college/school university/board school/college institute/university`.split(
    /\s+/,
  ),
);
const SMALL = new Set('of and & the for in'.split(' '));
const MOST_WORDS = 12;
const MOST_PIECES = 30;

/**
 * The college that a line names; null where it is not plain what belongs to its name.
 * @param columns what stands side by side on the line
 */
export function collegeIn(columns: readonly string[]): { college: string | null; isSchool: boolean } {
  const pieces = columns.flatMap((column) => column.split(BETWEEN)).slice(0, MOST_PIECES);
  const isSchool = columns.some((column) => SCHOOLS.test(column));
  if (isSchool) return { college: null, isSchool };
  const found = pieces.flatMap((piece) => nameIn(piece, KINDS) ?? []);
  const [college] = found;
  if (college !== undefined) return { college: found.length === 1 ? college : null, isSchool };
  if (pieces.some((piece) => piece.split(/\s/).some((word) => KINDS.has(bare(word)))))
    return { college: null, isSchool };
  const universities = pieces.flatMap((piece) => nameIn(piece, UNIVERSITY) ?? []);
  return { college: universities.length === 1 ? (universities[0] ?? null) : null, isSchool };
}

/** The name in a piece of text, up to what follows it after a comma, a figure or "in". */
function nameIn(piece: string, kinds: ReadonlySet<string>): string | null {
  const words = capitalsOf(piece.trim().split(/\s+/), kinds);
  const at = words.findIndex((word) => kinds.has(bare(word)));
  if (at < 0) return null;
  let end = at + 1;
  let isOpen = !/[,.;(]$/.test(words[at] ?? '');
  for (; isOpen && end < words.length && isOfName(words, end); end += 1) {
    isOpen = !/[.;(]$/.test(words[end] ?? '') && (!words[end]?.endsWith(',') || isListed(words, end));
  }
  while (end > at + 1 && SMALL.has(bare(words[end - 1] ?? ''))) end -= 1;
  const name = words.slice(0, end);
  const isPlain =
    name.length > 1 &&
    name.length <= MOST_WORDS &&
    name.every((word) => /^[\p{L}&(]/u.test(word) && !/\d|@/.test(word) && !NOT_NAMES.has(bare(word))) &&
    name.filter((word) => UNIVERSITY.has(bare(word))).length <= (kinds === UNIVERSITY ? 1 : 0) &&
    !name.slice(0, at).some((word) => word.endsWith(',')) &&
    !SMALL.has(bare(name[0] ?? '')) &&
    /^\p{Lu}/u.test(name[0] ?? '');
  return isPlain ? tidy(name.join(' ')) : null;
}

/** In a row without lines between its columns, a name in capitals stands apart: from its first word on. */
function capitalsOf(words: string[], kinds: ReadonlySet<string>): string[] {
  const at = words.findIndex((word) => kinds.has(bare(word)));
  const isCapital = (word: string): boolean =>
    /^\p{Lu}[\p{Lu}.&']{0,30}$/u.test(word) && !NOT_NAMES.has(bare(word));
  if (at < 1 || !isCapital(bare(words[at] ?? '').toUpperCase()) || words[at] !== words[at]?.toUpperCase())
    return words;
  let from = at;
  while (from > 0 && isCapital(words[from - 1] ?? '')) from -= 1;
  return words.slice(from);
}

const bare = (word: string): string => word.toLowerCase().replace(/[,.;:()]{1,3}$/, '');

/** After its kind a name goes on with "of Engineering", and in capitals or with a great letter. */
function isOfName(words: readonly string[], at: number): boolean {
  const word = words[at] ?? '';
  if (/^[\d(|-]/.test(word) || bare(word) === 'in') return false;
  const isAfterOf = words.slice(0, at).some((before) => bare(before) === 'of');
  return SMALL.has(bare(word)) || (isAfterOf && /^\p{Lu}/u.test(word) && !NOT_NAMES.has(bare(word)));
}

/** "Arts, Commerce and Science" goes on after its comma. */
function isListed(words: readonly string[], at: number): boolean {
  return words.slice(at + 1, at + 4).some((word) => word === 'and' || word === '&' || word === 'AND');
}

const tidy = (name: string): string => name.replace(/[,.;:]{1,3}$/, '');
