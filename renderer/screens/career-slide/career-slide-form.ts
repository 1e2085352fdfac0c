import type { RecordFormSettings } from '../../components/record-form/form-settings.ts';
import { CommaListInput } from './comma-list-input.tsx';

/** The slide of the public career page (section 2.19): it is edited, never added or deleted. */
export const careerSlideForm: RecordFormSettings = {
  entity: 'careerSlide',
  sections: [
    {
      title: 'Career Slide',
      fields: [{ name: 'headline', input: CommaListInput, span: 'full' }, 'subheading', 'cta'],
    },
  ],
  titles: { add: 'Add Career Slide', edit: 'Edit Career Slide', view: 'View Career Slide' },
  save: { add: 'Save Career Slide', edit: 'Update Career Slide' },
  done: {
    add: { title: 'Added!', message: 'Career slide has been added.' },
    edit: { title: 'Updated!', message: 'Career slide updated successfully.' },
  },
  failures: { load: 'Failed to fetch career details', save: 'Failed to update career' },
};
