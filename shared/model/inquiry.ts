import { inquiryAlsoCalled } from './also-called.ts';
import { YES_NO_ALSO_WRITTEN } from './also-written.ts';
import { CONSENT_DATES, consentFields } from './consent.ts';
import { defineEntity, type RecordOf } from './entity.ts';
import { datetime, longText, option, phone, reference, text } from './field.ts';
import { everything, everythingButDelete } from '#shared/access/grants.ts';
import { leadOwner } from './lead-owner.ts';

export const INTERNSHIP_TYPES = [
  'Front-End Development',
  'Back-End Development',
  'Full-Stack Development',
  'DevOps',
  'Cloud Computing(AWS/Azure)',
  'AI/ML',
  'Other',
] as const;

/** Section 4: the candidate's statuses without Not Answered. */
export const INQUIRY_INTERVIEW_STATUSES = [
  'Not Scheduled',
  'Scheduled',
  'Cleared',
  'Not Cleared',
  'Offer Letter To Be Shared',
  'Offer Letter Sent',
  'Offer Letter Accepted',
] as const;

const filters = ['internshipType', 'interviewStatus', 'leadStatus', 'assignedTo', 'enrolledAs'] as const;

/** Words of the filter that tells those who became candidates. */
export const ENROLLED = { yes: 'Enrolled', no: 'Not enrolled' } as const;

/** What both lists have beside their columns. */
const lead = {
  filters,
  mine: 'assignedTo',
  carries: ['enrolledAs'],
  boards: ['leadStatus'],
  linkChoices: {
    enrolledAs: { [ENROLLED.yes]: { empty: false }, [ENROLLED.no]: { empty: true } },
  },
} as const;

/** Section 3.2: an internship inquiry, also called intern or lead. */
export const inquiry = defineEntity({
  name: 'inquiry',
  label: 'Inquiry',
  plural: 'Inquiries',
  path: 'interns',
  title: 'Name',
  person: ['leadStatus', 'internshipType'],
  card: ['mobile', 'internshipType', 'assignedTo', 'nextCall'],
  fields: {
    Name: text('Name', { sortable: true }),
    mobile: phone('Mobile'),
    internshipType: option('Internship Type', INTERNSHIP_TYPES, { indexed: true }),
    interviewStatus: option('Interview Status', INQUIRY_INTERVIEW_STATUSES, {
      default: 'Not Scheduled',
      indexed: true,
    }),
    statusType: option('Status Type', ['Yes', 'No'], { default: 'No', alsoWritten: YES_NO_ALSO_WRITTEN }),
    leadStatus: reference('Lead Status', { entity: 'leadStatus', display: 'name' }, { indexed: true }),
    notes: longText('Notes'),
    nextCall: datetime('Next Call', { sortable: true, notBeforeNow: true }),
    ...consentFields,
    /** Who takes care of it: an active user of HR, Admin or Super Admin; whoever adds it, where nobody is named. */
    assignedTo: reference('Assigned To', leadOwner, { indexed: true }),
    /** The candidate that this person became. */
    enrolledAs: reference(
      'Enrolled As',
      { entity: 'candidate', display: 'fullName' },
      { ofOne: true, indexed: true, followed: true },
    ),
    /** The website's contact that it was taken over from. */
    contact: reference(
      'Website Contact',
      { entity: 'contactInquiry', display: 'name' },
      { ofOne: true, indexed: true, followed: true },
    ),
  },
  datesInOrder: [CONSENT_DATES],
  alsoCalled: inquiryAlsoCalled,
  searchScopes: {
    default: ['Name', 'mobile', 'internshipType', 'interviewStatus', 'notes', 'leadStatus'],
  },
  lists: {
    inquiries: {
      columns: [
        'Name',
        'mobile',
        'internshipType',
        'notes',
        'leadStatus',
        'assignedTo',
        'createdAt',
        'updatedAt',
      ],
      ...lead,
      sort: { field: 'createdAt', direction: 'desc' },
      emptyText: 'No interns found',
      loadingText: 'Loading interns...',
      pageSizes: [50, 30, 20],
    },
    followups: {
      columns: ['Name', 'mobile', 'internshipType', 'notes', 'nextCall', 'assignedTo'],
      headings: { internshipType: 'Internship' },
      ...lead,
      sort: { field: 'nextCall', direction: 'asc' },
      emptyText: 'No inquiries found',
      csv: { fileName: 'inquiry-follow-ups.csv' },
      lastActivity: true,
    },
  },
  indexes: [
    ['leadStatus', 'createdAt'],
    ['interviewStatus', 'createdAt'],
    ['internshipType', 'createdAt'],
    ['assignedTo', 'createdAt'],
    ['assignedTo', 'nextCall'],
    ['enrolledAs', 'updatedAt'],
  ],
  access: { 'Super Admin': everything, Admin: everything, HR: everythingButDelete },
});

export type Inquiry = RecordOf<typeof inquiry>;
