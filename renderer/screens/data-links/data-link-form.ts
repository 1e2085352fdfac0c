import { withEveryField } from '../../components/record-form/every-field.ts';
import { usualDeletion, usualTexts } from '../../components/record-form/usual-texts.ts';
import { SavedLink } from './saved-link.tsx';

/** The dialog of a saved link (section 2.21). */
export const dataLinkForm = withEveryField({
  entity: 'dataLink',
  sections: [
    {
      title: 'Saved link',
      fields: [
        { name: 'purpose', span: 'full' },
        {
          name: 'link',
          span: 'full',
          hint: 'https:// is put before it when it is opened, where it has none.',
          view: SavedLink,
        },
      ],
    },
  ],
  ...usualTexts('Link'),
  failures: { load: 'Failed to fetch link details.', save: 'Something went wrong.' },
});

export const dataLinkDeletion = usualDeletion('Link', 'Failed to delete link');
