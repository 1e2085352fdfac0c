import type { DeletionTexts } from '../../components/list-screen/delete-record.ts';
import type { RecordFormSettings } from '../../components/record-form/form-settings.ts';
import { SavedLink } from './saved-link.tsx';

/** The dialog of a saved link (section 2.21). */
export const dataLinkForm: RecordFormSettings = {
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
  titles: { add: 'Add Link', edit: 'Edit Link', view: 'View Link' },
  save: { add: 'Save Link', edit: 'Update Link' },
  done: {
    add: { title: 'Added!', message: 'New link has been added.' },
    edit: { title: 'Updated!', message: 'Link updated successfully.' },
  },
  failures: { load: 'Failed to fetch link details.', save: 'Something went wrong.' },
};

export const dataLinkDeletion: DeletionTexts = {
  title: 'Are you sure?',
  message: 'This will permanently delete the link.',
  done: { title: 'Deleted!', message: 'Link has been deleted.' },
  failure: 'Failed to delete link',
};
