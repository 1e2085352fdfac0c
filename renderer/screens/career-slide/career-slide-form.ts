import type { RecordFormSettings } from '../../components/record-form/form-settings.ts';
import { usualTexts } from '../../components/record-form/usual-texts.ts';
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
  ...usualTexts('Career Slide'),
  failures: { load: 'Failed to fetch career details', save: 'Failed to update career' },
};
