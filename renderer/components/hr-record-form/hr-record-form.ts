import type { DeletionTexts } from '../list-screen/delete-record.ts';
import { withEveryField } from '../record-form/every-field.ts';

/** The HR dialog with every field of section 3.3; none is required. */
export const hrRecordForm = withEveryField({
  entity: 'hrRecord',
  sections: [
    {
      title: 'Contact',
      fields: [
        'hrName',
        'designation',
        'personalPhone',
        'companyEmail',
        'personalEmail',
        'officePhone',
        { name: 'personalLinkedIn', span: 'full' },
      ],
    },
    {
      title: 'Company',
      fields: [
        'companyName',
        'industry',
        'companySize',
        { name: 'companyAddress', span: 'full' },
        'companyWebsite',
        { name: 'companyLinkedIn', span: 2 },
      ],
    },
    {
      title: 'Hiring',
      fields: [
        'hiringStatus',
        'jobType',
        'experience',
        'jobRoles',
        { name: 'skillsRequired', span: 2 },
        'notes',
      ],
    },
  ],
  titles: { add: 'Add HR', edit: 'Edit HR', view: 'View HR' },
  save: { add: 'Save HR', edit: 'Update HR' },
  done: {
    add: { title: 'Added!', message: 'HR record created successfully' },
    edit: { title: 'Updated!', message: 'HR record updated successfully' },
  },
  failures: { load: 'Failed to fetch HR details', save: 'Something went wrong' },
});

/** Section 8. */
export const hrRecordDeletion: DeletionTexts = {
  title: 'Are you sure?',
  message: 'This will permanently delete the HR record.',
  done: { title: 'Deleted!', message: 'HR deleted successfully' },
  failure: 'Failed to delete HR',
};
