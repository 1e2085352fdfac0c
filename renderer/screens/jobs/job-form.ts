import { withEveryField } from '../../components/record-form/every-field.ts';
import { knownValuesOf } from '../../components/record-form/inputs/known-values.tsx';
import { usualDeletion, usualTexts } from '../../components/record-form/usual-texts.ts';

const KnownValues = knownValuesOf('job');

/** The job dialog with every field of section 3.3. */
export const jobForm = withEveryField({
  entity: 'job',
  sections: [
    {
      title: 'Job',
      fields: [
        { name: 'title', span: 2 },
        { name: 'type', input: KnownValues },
        { name: 'location', input: KnownValues },
        'email',
        { name: 'experience', input: KnownValues },
        { name: 'education', span: 2, input: KnownValues },
        { name: 'order', hint: 'Its place on the website, smallest first' },
      ],
    },
    {
      title: 'Details',
      fields: [
        'description',
        // Sentences, where the skills are words.
        { name: 'responsibilities', span: 'full' },
        'skills',
        'requiredSkills',
      ],
    },
  ],
  ...usualTexts('Job'),
  failures: { load: 'Failed to fetch job details', save: 'Something went wrong.' },
});

/** Section 8. */
export const jobDeletion = usualDeletion('Job', 'Something went wrong.');
