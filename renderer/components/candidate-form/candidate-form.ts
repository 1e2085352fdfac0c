import { formatRupees } from '#shared/format/numbers.ts';
import { CONSENT_FIELDS } from '#shared/model/consent.ts';
import { isOverpaid } from '#shared/model/payment.ts';
import type { DeletionTexts } from '../list-screen/delete-record.ts';
import { NextCallInput } from '../next-call/next-call-input.tsx';
import type { Confirmation } from '../messages/messages.tsx';
import { withEveryField } from '../record-form/every-field.ts';
import type { RecordFormSettings } from '../record-form/form-settings.ts';
import type { Values } from '../record-form/form-values.ts';
import { knownValuesOf } from '../record-form/inputs/known-values.tsx';
import { RecordLinkView } from '../record-links/record-link-view.tsx';
import { OtherBookings } from './interview-booking.tsx';
import { interviewerSuggestion, scheduleProblems } from './interviewer-choice.ts';

const MINUTE_MS = 60_000;

/** The companies of the HR records. */
const Companies = knownValuesOf('hrRecord', 'companyName');

/** Sections that some screens open the dialog at. */
export const INTERVIEW_SECTION = 'Interview & Placement Status';
export const FOLLOW_UP_SECTION = 'Follow-up & Progress';

/** The candidate dialog (section 2.6) with every field of section 3.1; shared by all candidate screens. */
export const candidateForm = withEveryField({
  entity: 'candidate',
  sections: [
    {
      title: 'Basic Information',
      fields: [
        'fullName',
        'mobile',
        'email',
        'whatsapp',
        'dob',
        'gender',
        'city',
        'state',
        'leadSource',
        'linkedin',
        'portfolio',
        'map',
        { name: 'inquiry', view: RecordLinkView, modes: ['view'], whenFilled: true },
        { name: 'profilePicture', span: 'full' },
      ],
    },
    {
      title: 'Training Details',
      fields: [
        { name: 'enrolledCourse', label: 'Enrolled Course', span: 2 },
        'trainingMode',
        'trainer',
        'batchTime',
        'startDate',
        'trainingTime',
        'coreskill',
        'trainingStatus',
        'fee',
        'recievedAmount',
        'paymentStatus',
      ],
    },
    {
      title: INTERVIEW_SECTION,
      fields: [
        'interviewStatus',
        { name: 'interviewerName', suggest: interviewerSuggestion },
        { name: 'interviewDate', note: OtherBookings },
        'placementStatus',
        { name: 'company', input: Companies },
        'ctc',
        'experience',
        'resumeStatus',
        'notes',
      ],
    },
    {
      title: FOLLOW_UP_SECTION,
      fields: [
        { name: 'nextCall', input: NextCallInput, span: 2 },
        'counselor',
        'docsCollected',
        'discussion',
        'remarks',
      ],
    },
    {
      title: 'Education Details',
      fields: [
        'collegeName',
        'courseBranch',
        'collegeLocation',
        'yearOfPassing',
        'academicScore',
        'backlogs',
      ],
    },
    { title: 'Consent', fields: [...CONSENT_FIELDS] },
  ],
  titles: { add: 'Add Candidate', edit: 'Edit Candidate', view: 'View Candidate' },
  save: { add: 'Save Employee', edit: 'Update Employee' },
  done: {
    add: { title: 'Added!', message: 'New candidate has been added.' },
    edit: { title: 'Updated!', message: 'Candidate updated successfully.' },
  },
  failures: { load: 'Failed to fetch candidate details', save: 'Failed to save candidate' },
  question: overpaidQuestion,
  problems: scheduleProblems,
  initialValues: () => ({
    startDate: new Date(Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS).toISOString(),
  }),
});

/** More than the fee is mostly a digit too many; what is stored already was asked about then. */
function overpaidQuestion({ fullName, fee, recievedAmount }: Values, changes: Values): Confirmation | null {
  const isNew = Object.hasOwn(changes, 'fee') || Object.hasOwn(changes, 'recievedAmount');
  if (!isNew || !isOverpaid(fee, recievedAmount)) return null;
  const [received, whole] = [recievedAmount, fee].map((each) => formatRupees(Number(each)));
  // The person may be out of sight by then.
  const whose = typeof fullName === 'string' && fullName !== '' ? ` from ${fullName}` : '';
  return {
    title: 'More than the fee?',
    message: `Received ${received}${whose} is more than the fee of ${whole}. Save anyway?`,
    confirmLabel: 'Save anyway',
    cancelLabel: 'Go back',
    cancelFirst: true,
  };
}

/** Section 8: what the placement cell and the follow-up list say instead. */
export const studentFailures: RecordFormSettings['failures'] = {
  load: 'Failed to fetch student details.',
  save: { add: 'Failed to save candidate', edit: 'Failed to update student.' },
};

/** Section 8. */
export const candidateDeletion: DeletionTexts = {
  title: 'Are you sure?',
  message: 'This will permanently delete the candidate.',
  done: { title: 'Deleted!', message: 'Candidate has been deleted.' },
  failure: 'Failed to delete candidate',
};
