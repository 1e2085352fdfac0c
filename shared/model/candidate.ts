import { candidateAlsoCalled } from './also-called.ts';
import { GENDER_ALSO_WRITTEN, YES_NO_ALSO_WRITTEN } from './also-written.ts';
import { CONSENT_DATES, consentFields } from './consent.ts';
import { defineEntity, type RecordOf } from './entity.ts';
import {
  birthDate,
  datetime,
  email,
  file,
  longText,
  money,
  option,
  options,
  phone,
  reference,
  text,
  url,
} from './field.ts';
import { everything } from '#shared/access/grants.ts';
import { INDIAN_STATES } from './indian-states.ts';

/** Section 3.1, in the order of the form. */
const COURSES = [
  'Frontend',
  'Full Stack',
  'DevOps',
  'AI/ML',
  'Cloud',
  'Web Design',
  'Backend',
  'JAVA',
  'Other',
] as const;

/** Section 3.4: the same courses, in the order of the filter. */
export const COURSE_FILTER: readonly (typeof COURSES)[number][] = [
  'Frontend',
  'Backend',
  'Full Stack',
  'DevOps',
  'AI/ML',
  'Cloud',
  'Web Design',
  'JAVA',
  'Other',
];

/** Section 4, with `Not join meet` of the interviewer screens (decision 10). */
export const INTERVIEW_STATUSES = [
  'Not Scheduled',
  'Scheduled',
  'Cleared',
  'Not Cleared',
  'Not Answered',
  'Offer Letter To Be Shared',
  'Offer Letter Sent',
  'Offer Letter Accepted',
  'Not join meet',
] as const;

/** How an interview went: the filter of section 2.11. */
export const INTERVIEW_OUTCOMES = ['Cleared', 'Not Cleared', 'Not join meet'] as const;
/** With these an interview has taken place, or was to. */
export const INTERVIEW_OVER = INTERVIEW_STATUSES.filter(
  (status) => status !== 'Not Scheduled' && status !== 'Scheduled',
);
/** What interviewers choose from (section 4). */
export const INTERVIEWER_STATUSES = [...INTERVIEW_OUTCOMES, 'Scheduled'] as const;

export const PAYMENT_STATUSES = ['Not Paid', 'Partially Paid', 'Fully Paid'] as const;
export const PLACEMENT_STATUSES = ['Placed', 'Not Placed', 'In Progress'] as const;

const YEARS_OF_PASSING = ['2020', '2021', '2022', '2023', '2024', '2025', '2026', '2027', '2028'] as const;

const boards = ['interviewStatus', 'placementStatus'] as const;

const NO_MATCH = 'No candidates match the selected filters.';

/** Section 3.1. */
export const candidate = defineEntity({
  name: 'candidate',
  label: 'Candidate',
  plural: 'Candidates',
  path: 'students',
  title: 'fullName',
  person: ['interviewStatus', 'enrolledCourse'],
  card: ['mobile', 'enrolledCourse', 'map', 'nextCall'],
  keptWhenErased: ['enrolledCourse', 'fee', 'recievedAmount', 'paymentStatus'],
  fields: {
    fullName: text('Full Name', { required: true, sortable: true, groups: ['student'] }),
    mobile: phone('Mobile', { required: true, chatOn: 'whatsapp' }),
    whatsapp: phone('WhatsApp'),
    email: email('Email', { required: true, sortable: true, groups: ['student'] }),
    dob: birthDate('Date of Birth'),
    gender: option('Gender', ['Male', 'Female', 'Other'], { ofOne: true, alsoWritten: GENDER_ALSO_WRITTEN }),
    city: text('City', { keyed: true }),
    state: option('State', INDIAN_STATES),
    linkedin: url('LinkedIn'),
    portfolio: url('Portfolio'),
    profilePicture: file('Profile Picture'),

    enrolledCourse: options('Tech', COURSES, { groups: ['student'] }),
    trainingMode: option('Training Mode', ['Online', 'Offline', 'Hybrid'], { groups: ['student'] }),
    trainer: text('Trainer', { groups: ['student'] }),
    batchTime: text('Batch Time', { groups: ['student'] }),
    startDate: datetime('Start Date', { groups: ['student'] }),
    trainingTime: text('Training Time', { groups: ['student'] }),
    coreskill: text('Core Skill', { keyed: true }),
    trainingStatus: option('Training Status', ['Not Started', 'Started', 'Completed'], {
      groups: ['student'],
    }),

    fee: money('Fee', { groups: ['payment', 'student'] }),
    recievedAmount: money('Received Amount', { ofOne: true, groups: ['payment', 'student'] }),
    paymentStatus: option('Payment Status', PAYMENT_STATUSES, {
      indexed: true,
      groups: ['payment', 'student'],
    }),

    experience: option('Experience', ['Fresher', '0-1 years', '1-3 years', '3-5 years', '5+ years']),

    nextCall: datetime('Next Call Date', { sortable: true, notBeforeNow: true }),
    discussion: longText('Discussion', { groups: ['interview outcome'] }),
    remarks: longText('Remarks', { groups: ['interview outcome'] }),
    resumeStatus: option('Resume Status', ['Uploaded', 'Not Uploaded']),
    leadSource: option('Lead Source', ['LinkedIn', 'Referral', 'College', 'WhatsApp', 'Website', 'Other']),
    counselor: text('Counselor'),
    docsCollected: option('Docs Collected', ['Yes', 'No'], { alsoWritten: YES_NO_ALSO_WRITTEN }),

    interviewStatus: option('Interview Status', INTERVIEW_STATUSES, {
      default: 'Not Scheduled',
      indexed: true,
      groups: ['interview outcome', 'student'],
    }),
    interviewerName: text('Interviewer', { sortable: true, groups: ['student'] }),
    interviewerId: reference('Interviewer account', { entity: 'user', display: 'name' }, { indexed: true }),
    interviewDate: datetime('Interview Date & Time', {
      sortable: true,
      notBeforeNow: true,
      groups: ['student'],
    }),
    placementStatus: option('Placement Status', PLACEMENT_STATUSES, { indexed: true }),
    company: text('Company'),
    ctc: text('CTC'),
    notes: longText('Notes'),

    collegeName: text('College Name'),
    courseBranch: text('Course / Branch'),
    collegeLocation: text('College Location'),
    yearOfPassing: option('Year of Passing', YEARS_OF_PASSING),
    academicScore: text('Academic Score', { ofOne: true }),
    backlogs: option('Backlogs', ['Yes', 'No'], { alsoWritten: YES_NO_ALSO_WRITTEN }),

    ...consentFields,

    map: reference(
      'AddedBy',
      { entity: 'user', display: 'name' },
      { serverSet: true, ofAuthor: true, indexed: true },
    ),
    /** The inquiry that this candidate came from. */
    inquiry: reference(
      'Inquiry',
      { entity: 'inquiry', display: 'Name' },
      { ofOne: true, indexed: true, followed: true },
    ),
    /** The account of the student with this email: it decides whose record this is (decision 11). */
    studentId: reference(
      'Student account',
      { entity: 'user', display: 'name' },
      { serverSet: true, indexed: true, groups: ['student'] },
    ),
  },
  datesInOrder: [CONSENT_DATES],
  alsoCalled: candidateAlsoCalled,
  searchScopes: {
    default: [
      'fullName',
      'mobile',
      'whatsapp',
      'email',
      'enrolledCourse',
      'interviewStatus',
      'paymentStatus',
      'experience',
      'coreskill',
      'city',
      'company',
      'collegeName',
    ],
    interviews: ['fullName', 'enrolledCourse', 'interviewerName'],
  },
  lists: {
    candidates: {
      columns: ['fullName', 'mobile', 'email', 'enrolledCourse', 'interviewStatus', 'map'],
      headings: { map: 'Handled By' },
      filters: ['enrolledCourse', 'interviewStatus', 'paymentStatus'],
      boards,
      linkFilters: ['map'],
      mine: 'map',
      // What the dashboard counts as pending (decision 15).
      linkChoices: { paymentStatus: { Pending: { not: 'Fully Paid' } } },
      sort: { field: 'createdAt', direction: 'desc' },
      emptyText: NO_MATCH,
    },
    placement: {
      columns: ['fullName', 'mobile', 'enrolledCourse', 'coreskill', 'map', 'experience'],
      headings: { map: 'Handled By' },
      filters: ['enrolledCourse', 'placementStatus', 'coreskill', 'experience', 'yearOfPassing', 'city'],
      heldFilters: ['coreskill', 'city'],
      boards: ['placementStatus', 'interviewStatus'],
      linkFilters: ['map'],
      mine: 'map',
      baseFilter: { placementStatus: { empty: false } },
      presetFilter: { placementStatus: 'In Progress' },
      sort: { field: 'createdAt', direction: 'desc' },
      emptyText: NO_MATCH,
      csv: { fileName: 'placement-cell.csv' },
    },
    followups: {
      columns: ['fullName', 'mobile', 'enrolledCourse', 'interviewStatus', 'discussion', 'nextCall', 'map'],
      headings: { map: 'Handled By', interviewStatus: 'Status', discussion: 'Notes' },
      filters: [],
      boards,
      linkFilters: ['map', 'paymentStatus'],
      mine: 'map',
      linkChoices: { paymentStatus: { Pending: { not: 'Fully Paid' } } },
      sort: { field: 'nextCall', direction: 'asc' },
      emptyText: NO_MATCH,
      csv: { fileName: 'candidate-follow-ups.csv' },
      lastActivity: true,
    },
    interviewer: {
      columns: ['fullName', 'enrolledCourse', 'interviewDate', 'interviewStatus'],
      headings: { map: 'Handled By' },
      filters: ['interviewStatus'],
      boards,
      linkFilters: ['map'],
      searchScope: 'interviews',
      sort: { field: 'interviewDate', direction: 'asc' },
      emptyText: 'No interviews found.',
      csv: { fileName: 'upcoming-interviews.csv' },
    },
    scheduledInterviews: {
      columns: [
        'fullName',
        'mobile',
        'enrolledCourse',
        'interviewerName',
        'interviewDate',
        'interviewStatus',
      ],
      headings: { map: 'Handled By' },
      filters: [],
      linkFilters: ['map', 'interviewerName'],
      mine: 'map',
      linkChoices: { interviewerName: { None: { empty: true } } },
      baseFilter: { interviewStatus: 'Scheduled' },
      searchScope: 'interviews',
      sort: { field: 'interviewDate', direction: 'asc' },
      emptyText: 'No scheduled interviews found.',
      csv: { fileName: 'scheduled-interviews.csv' },
    },
  },
  indexes: [
    ['interviewStatus', 'interviewDate'],
    ['placementStatus', 'createdAt'],
    ['interviewStatus', 'createdAt'],
    ['paymentStatus', 'createdAt'],
    ['map', 'paymentStatus'],
    ['interviewerId', 'interviewDate'],
    ['map', 'nextCall'],
  ],
  access: {
    'Super Admin': everything,
    Admin: everything,
    HR: everything,
    Employee: [
      {
        rows: { whereUserIs: 'interviewerId' },
        read: { except: 'payment' },
        set: { only: 'interview outcome' },
      },
    ],
    Student: [{ rows: { whereUserIs: 'studentId' }, read: { only: 'student' }, set: 'none' }],
  },
});

export type Candidate = RecordOf<typeof candidate>;
