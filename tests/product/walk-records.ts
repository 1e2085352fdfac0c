import { entityOf, type EntityName } from '#shared/model/entities.ts';
import { storedFields } from '#shared/model/entity.ts';
import type { Field } from '#shared/model/field.ts';
import { DAY_MS } from '#shared/format/time.ts';

/** What is entered into the fields of a record: a choice as its text, a time in ISO 8601. */
export type Entries = Readonly<Record<string, string | readonly string[]>>;

/** What tells the record of one walk from all others. */
export interface RecordMark {
  /** One word that a search finds nothing else by. */
  word: string;
  phone: string;
  /** Who interviews, where somebody does. */
  interviewer: string;
}

const inDays = (days: number): string => new Date(Date.now() + days * DAY_MS).toISOString();
const emailOf = ({ word }: RecordMark): string => `${word}@example.com`;

const written: Readonly<Partial<Record<EntityName, (mark: RecordMark) => Entries>>> = {
  candidate: (mark) => ({
    fullName: mark.word,
    mobile: mark.phone,
    email: emailOf(mark),
    enrolledCourse: ['DevOps'],
    interviewStatus: 'Scheduled',
    paymentStatus: 'Partially Paid',
    placementStatus: 'In Progress',
    interviewerName: mark.interviewer,
    interviewDate: inDays(3),
    nextCall: inDays(3),
    discussion: 'Asked about weekend batches',
    coreskill: 'Terraform, Jenkins',
    experience: '1-3 years',
    yearOfPassing: '2024',
    city: 'Bhopal',
  }),
  inquiry: (mark) => ({
    Name: mark.word,
    mobile: mark.phone,
    internshipType: 'DevOps',
    interviewStatus: 'Scheduled',
    leadStatus: 'Contacted',
    notes: 'Wants to join in June',
    nextCall: inDays(3),
  }),
  contactInquiry: (mark) => ({
    name: mark.word,
    email: emailOf(mark),
    mobile: mark.phone,
    message: 'Do you teach Rust?',
  }),
  hrRecord: (mark) => ({
    hrName: mark.word,
    companyName: 'Zebra Works',
    companyEmail: emailOf(mark),
    personalPhone: mark.phone,
  }),
  dataLink: ({ word }) => ({ purpose: word, link: `links.example.com/${word}` }),
  leadStatus: ({ word }) => ({ name: word }),
  role: ({ word }) => ({ name: word }),
  roleAssignment: (mark) => ({ userEmail: emailOf(mark), roleName: 'HR' }),
  user: (mark) => ({ name: mark.word, email: emailOf(mark), mobileNumber: mark.phone }),
  job: (mark) => ({ title: mark.word, email: emailOf(mark), location: 'Pune' }),
  blog: ({ word }) => ({ title: word, slug: word, category: 'Placement' }),
  careerSlide: ({ word }) => ({ subheading: word }),
};

/** A record of the entity, as a walk over its screens makes it: written above, or as the model says. */
export function walkRecord(name: EntityName, mark: RecordMark): Entries {
  const given = written[name]?.(mark);
  if (given) return given;
  const entity = entityOf(name);
  const fields = storedFields(entity).flatMap(([field, definition]): [string, string | string[]][] => {
    const value = field === entity.title ? mark.word : usualEntry(definition, mark);
    return value === null || definition.serverSet ? [] : [[field, value]];
  });
  return Object.fromEntries(fields);
}

/** What must be given, and what a list can be searched and called by. */
function usualEntry(field: Field, mark: RecordMark): string | string[] | null {
  switch (field.kind) {
    case 'email':
      return emailOf(mark);
    case 'phone':
      return mark.phone;
    case 'text':
    case 'longText':
      return `${field.label} of ${mark.word}`;
    case 'option':
      return field.options?.[0] ?? null;
    case 'options':
      return field.options?.slice(0, 1) ?? null;
    default:
      return null;
  }
}
