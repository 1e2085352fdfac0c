import { candidate } from '#shared/model/candidate.ts';
import { fieldSchema } from '#shared/model/field-schema.ts';
import type { CvField, CvProposal } from '#shared/protocol/document-calls.ts';
import { LONGEST_SHOWN } from './cv-limits.ts';
import { lettersOf } from './cv-sections.ts';
import { cvText } from './cv-text.ts';
import { readCity } from './read-city.ts';
import { likeliestEmail, readEmails } from './read-email.ts';
import { readLinkedIn, readPortfolio } from './read-links.ts';
import { readMobiles } from './read-mobile.ts';
import { readName } from './read-name.ts';
import { readSkills } from './read-skills.ts';
import { readStudies } from './read-studies.ts';

/** A number without a label in the middle of a CV is taken with its country only. */
const LEAST_OF_MOBILE = -12;

/** So many addresses are compared with what may be the name. */
const CONFIRMING_EMAILS = 5;

interface Found {
  value: string;
  line: number;
}

/**
 * What the text of a CV seems to say of its candidate, each value valid for its field, in the order of the fields. What is not
 * plain is left out. Any text is taken: what is beyond 60,000 characters or 1,000 lines is not read.
 */
export function proposalsOf(text: string): CvProposal[] {
  const cv = cvText(text);
  const emails = readEmails(cv).filter(({ score }) => score > 0);
  const fullName = readName(
    cv,
    emails.slice(0, CONFIRMING_EMAILS).map(({ value }) => value),
  );
  const names = fullName ? lettersOf(fullName.value) : [];
  const email = likeliestEmail(emails, names);
  const [mobile] = readMobiles(cv).filter(({ score }) => score > LEAST_OF_MOBILE);
  const studies = readStudies(cv);
  const found: Record<CvField, Found | null | undefined> = {
    fullName,
    mobile,
    email,
    linkedin: readLinkedIn(cv),
    portfolio: readPortfolio(cv, names),
    city: readCity(cv),
    coreskill: readSkills(cv),
    collegeName: studies.college,
    yearOfPassing: studies.year,
  };
  return (Object.keys(found) as CvField[]).flatMap((field) => {
    const one = found[field];
    if (!one) return [];
    const valid = fieldSchema(candidate.fields[field]).safeParse(one.value);
    if (!valid.success || typeof valid.data !== 'string') return [];
    return [{ field, value: valid.data, from: (cv.lines[one.line] ?? '').slice(0, LONGEST_SHOWN) }];
  });
}
