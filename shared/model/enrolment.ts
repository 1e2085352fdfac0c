import { CONSENT_FIELDS } from './consent.ts';
import type { RecordOf } from './entity.ts';
import type { candidate } from './candidate.ts';
import type { contactInquiry } from './contact-inquiry.ts';
import { NOTES_LENGTH } from './field.ts';
import type { INTERNSHIP_TYPES, inquiry } from './inquiry.ts';

type Course = NonNullable<RecordOf<typeof candidate>['enrolledCourse']>[number];

/** The course that an internship leads to. */
const COURSE_OF: Readonly<Record<(typeof INTERNSHIP_TYPES)[number], Course>> = {
  'Front-End Development': 'Frontend',
  'Back-End Development': 'Backend',
  'Full-Stack Development': 'Full Stack',
  DevOps: 'DevOps',
  'Cloud Computing(AWS/Azure)': 'Cloud',
  'AI/ML': 'AI/ML',
  Other: 'Other',
};

type Person<R> = Readonly<Partial<R>>;

/**
 * What a new candidate takes from the inquiry that is enrolled.
 * @param counselor name of whose inquiry it is; null for nobody's
 * @param contact the message from the website that it was taken over from
 */
export function candidateOf(
  from: Person<RecordOf<typeof inquiry>>,
  counselor: string | null,
  contact: Person<RecordOf<typeof contactInquiry>> | null,
): Partial<RecordOf<typeof candidate>> {
  const { Name, mobile, internshipType, notes } = from;
  const values: Partial<RecordOf<typeof candidate>> = {
    // What somebody has agreed to holds on.
    ...Object.fromEntries(CONSENT_FIELDS.map((name) => [name, from[name] ?? null])),
    fullName: Name ?? null,
    mobile: mobile ?? null,
    email: contact?.email ?? null,
    enrolledCourse: internshipType ? [COURSE_OF[internshipType]] : null,
    notes: notes ?? null,
    counselor,
    leadSource: contact ? 'Website' : null,
  };
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null));
}

/** What a new inquiry takes from the message of the website that is taken over. */
export function inquiryOf({
  name,
  email,
  mobile,
  message,
}: Person<RecordOf<typeof contactInquiry>>): Partial<RecordOf<typeof inquiry>> {
  const text = message ?? '';
  const withEmail = [text, email ? `Email: ${email}` : ''].filter((part) => part !== '').join('\n\n');
  const notes = withEmail.length <= NOTES_LENGTH ? withEmail : text;
  return { Name: name ?? email ?? null, mobile: mobile ?? null, notes: notes === '' ? null : notes };
}

const quoted = (name: string, otherwise: string): string => (name === '' ? otherwise : name);

/** Why a message is not taken over once more. @param by who did it; null where nobody knows */
export function alreadyTakenOver(contact: string, inquiry: string, by: string | null): string {
  const who = by === null ? '' : ` by ${by}`;
  const as = inquiry === contact ? '' : ` as ${inquiry}`;
  return `${quoted(contact, 'This message')} was taken over already${as}${who}. Open that inquiry instead.`;
}

/** Why an inquiry is not enrolled once more. @param by who did it; null where nobody knows */
export function alreadyEnrolled(inquiry: string, candidate: string, by: string | null): string {
  const who = by === null ? '' : ` by ${by}`;
  const as = candidate === inquiry ? '' : ` as ${candidate}`;
  return `${quoted(inquiry, 'This inquiry')} was enrolled already${as}${who}. Open that candidate instead.`;
}
