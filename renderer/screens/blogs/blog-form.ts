import type { DeletionTexts } from '../../components/list-screen/delete-record.ts';
import type { RecordFormSettings } from '../../components/record-form/form-settings.ts';
import { RichTextInput } from '../../components/rich-text/rich-text-input.tsx';
import { RichTextView } from '../../components/rich-text/rich-text-view.tsx';
import { WebPicture } from '../../components/rich-text/web-picture.tsx';
import { slugOf } from './slug.ts';

/** The blog dialog with every field of section 3.3. */
export const blogForm: RecordFormSettings = {
  entity: 'blog',
  sections: [
    {
      title: 'Blog',
      fields: [
        { name: 'title', span: 2 },
        'category',
        { name: 'slug', span: 2 },
        'blogfor',
        { name: 'image', span: 'full', view: WebPicture, hint: 'Web address of the picture' },
      ],
    },
    { title: 'Article', fields: [{ name: 'content', input: RichTextInput, view: RichTextView }] },
  ],
  follows: { field: 'slug', from: 'title', make: slugOf },
  titles: { add: 'Add Blog', edit: 'Edit Blog', view: 'View Blog' },
  save: { add: 'Save Blog', edit: 'Update Blog' },
  done: {
    add: { title: 'Added!', message: 'New blog has been added.' },
    edit: { title: 'Updated!', message: 'Blog updated successfully.' },
  },
  failures: { load: 'Failed to fetch blog details', save: 'Something went wrong.' },
};

/** Section 8. */
export const blogDeletion: DeletionTexts = {
  title: 'Are you sure?',
  message: 'This will permanently delete the blog.',
  done: { title: 'Deleted!', message: 'Blog has been deleted.' },
  failure: 'Something went wrong.',
};
