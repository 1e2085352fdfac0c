import type { DeletionTexts } from '../../components/list-screen/delete-record.ts';
import type { RecordFormSettings } from '../../components/record-form/form-settings.ts';

/** The job dialog with every field of section 3.3. */
export const jobForm: RecordFormSettings = {
  entity: 'job',
  sections: [
    {
      title: 'Job',
      fields: [
        { name: 'title', span: 2 },
        'type',
        'location',
        'email',
        'experience',
        { name: 'education', span: 2 },
        { name: 'order', hint: 'Its place on the website, smallest first' },
      ],
    },
    { title: 'Details', fields: ['description', 'responsibilities', 'skills', 'requiredSkills'] },
  ],
  titles: { add: 'Add Job', edit: 'Edit Job', view: 'View Job' },
  save: { add: 'Save Job', edit: 'Update Job' },
  done: {
    add: { title: 'Added!', message: 'New job has been added.' },
    edit: { title: 'Updated!', message: 'Job updated successfully.' },
  },
  failures: { load: 'Failed to fetch job details', save: 'Something went wrong.' },
};

/** Section 8. */
export const jobDeletion: DeletionTexts = {
  title: 'Are you sure?',
  message: 'This will permanently delete the job.',
  done: { title: 'Deleted!', message: 'Job has been deleted.' },
  failure: 'Something went wrong.',
};
