import type { CvPart, CvText } from './cv-text.ts';
import { headingWithText, lettersOf } from './cv-sections.ts';
import {
  MOST_WORDS_OF_TECHNOLOGY,
  ONLY_AMONG_SKILLS,
  TECHNOLOGIES,
  technologyWords,
} from './technologies.ts';

export interface FoundSkills {
  value: string;
  line: number;
}

/** As much as is proposed, in characters (section 3.1 has one line for it). */
const LONGEST = 200;
const MOST = 20;
/** Lines that say with what something was built. */
const BUILT_WITH = new Set('technologies technology tech stack tools built platform environment'.split(' '));
const LABEL_WORDS = 4;

/** Technologies of the skills section, else of what was built; null where none is known. */
export function readSkills({ parts }: CvText): FoundSkills | null {
  const isSkill = (part: CvPart): boolean =>
    part.section === 'skills' && !part.isHeading && !/[@]|\/\/|\.com/.test(part.text);
  const isBuilt = (part: CvPart): boolean =>
    part.section === 'projects' &&
    lettersOf(part.text.slice(0, 60))
      .slice(0, LABEL_WORDS)
      .some((word) => BUILT_WITH.has(word));
  return among(parts.filter(isSkill), true) ?? among(parts.filter(isBuilt), false);
}

function among(parts: readonly CvPart[], areSkills: boolean): FoundSkills | null {
  const found: string[] = [];
  let line: number | null = null;
  for (const part of parts) {
    const begins = headingWithText(part.text);
    for (const name of technologiesIn(part.text.slice(begins?.at ?? 0))) {
      if (found.includes(name) || (!areSkills && ONLY_AMONG_SKILLS.has(name))) continue;
      if (found.length >= MOST || [...found, name].join(', ').length > LONGEST) break;
      found.push(name);
      line ??= part.line;
    }
  }
  return line === null ? null : { value: found.join(', '), line };
}

/** The longest names first: `Spring Boot` is not Spring. */
function technologiesIn(text: string): string[] {
  const words = technologyWords(text);
  const found: string[] = [];
  for (let at = 0; at < words.length;) {
    let count = MOST_WORDS_OF_TECHNOLOGY;
    let name: string | undefined;
    for (; count > 0 && name === undefined; count -= 1) {
      if (at + count <= words.length) name = TECHNOLOGIES.get(words.slice(at, at + count).join(' '));
    }
    if (name !== undefined) found.push(name);
    at += name === undefined ? 1 : count + 1;
  }
  return found;
}
