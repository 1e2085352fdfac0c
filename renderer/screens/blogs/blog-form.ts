import { withEveryField } from '../../components/record-form/every-field.ts';
import { knownValuesOf } from '../../components/record-form/inputs/known-values.tsx';
import { usualDeletion, usualTexts } from '../../components/record-form/usual-texts.ts';
import { RichTextInput } from '../../components/rich-text/rich-text-input.tsx';
import { RichTextView } from '../../components/rich-text/rich-text-view.tsx';
import { WebPicture } from '../../components/rich-text/web-picture.tsx';
import { slugOf } from './slug.ts';

const KnownValues = knownValuesOf('blog');

/** The blog dialog with every field of section 3.3. */
export const blogForm = withEveryField({
  entity: 'blog',
  sections: [
    {
      title: 'Blog',
      fields: [
        { name: 'title', span: 2 },
        { name: 'category', input: KnownValues },
        { name: 'slug', span: 2 },
        { name: 'blogfor', input: KnownValues },
        { name: 'isDraft', hint: 'A draft is not given to the public website' },
        { name: 'image', span: 2, view: WebPicture, hint: 'Web address of the picture' },
      ],
    },
    { title: 'Article', fields: [{ name: 'content', input: RichTextInput, view: RichTextView }] },
  ],
  follows: { field: 'slug', from: 'title', make: slugOf },
  ...usualTexts('Blog'),
  failures: { load: 'Failed to fetch blog details', save: 'Something went wrong.' },
});

/** Section 8. */
export const blogDeletion = usualDeletion('Blog', 'Something went wrong.');
