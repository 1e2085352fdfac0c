import type { EntityName } from '#shared/model/entities.ts';
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

/** A record of each entity, as a walk over its screens makes it. */
export const walkRecords: Readonly<Record<EntityName, (mark: RecordMark) => Entries>> = {
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
