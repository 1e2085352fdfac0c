import type { RecordFormSettings } from '../record-form/form-settings.ts';
import type { DeletionTexts } from '../list-screen/delete-record.ts';

const MINUTE_MS = 60_000;

/** The candidate dialog (section 2.6) with every field of section 3.1; shared by all candidate screens. */
export const candidateForm: RecordFormSettings = {
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
      title: 'Interview & Placement Status',
      fields: [
        'interviewStatus',
        { name: 'interviewerName', suggest: { entity: 'user', idField: 'interviewerId' } },
        'interviewDate',
        'placementStatus',
        'company',
        'ctc',
        'experience',
        'resumeStatus',
        'notes',
      ],
    },
    {
      title: 'Follow-up & Progress',
      fields: ['nextCall', 'counselor', 'docsCollected', 'discussion', 'remarks'],
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
  ],
  titles: { add: 'Add Candidate', edit: 'Edit Candidate', view: 'View Candidate' },
  save: { add: 'Save Employee', edit: 'Update Employee' },
  done: {
    add: { title: 'Added!', message: 'New candidate has been added.' },
    edit: { title: 'Updated!', message: 'Candidate updated successfully.' },
  },
  failures: { load: 'Failed to fetch candidate details', save: 'Failed to save candidate' },
  initialValues: () => ({
    startDate: new Date(Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS).toISOString(),
  }),
};

/** Section 8. */
export const candidateDeletion: DeletionTexts = {
  title: 'Are you sure?',
  message: 'This will permanently delete the candidate.',
  done: { title: 'Deleted!', message: 'Candidate has been deleted.' },
  failure: 'Failed to delete candidate',
};
