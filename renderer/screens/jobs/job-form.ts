import type { RecordFormSettings } from '../../components/record-form/form-settings.ts';
import { usualDeletion, usualTexts } from '../../components/record-form/usual-texts.ts';

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
  ...usualTexts('Job'),
  failures: { load: 'Failed to fetch job details', save: 'Something went wrong.' },
};

/** Section 8. */
export const jobDeletion = usualDeletion('Job', 'Something went wrong.');
