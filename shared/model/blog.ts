import { defineEntity, type RecordOf } from './entity.ts';
import { boolean, richText, text, url } from './field.ts';
import { everything } from '#shared/access/grants.ts';

/** Section 3.3: an article of the public website. */
export const blog = defineEntity({
  name: 'blog',
  label: 'Blog',
  plural: 'Blogs',
  path: 'blogs',
  title: 'title',
  fields: {
    title: text('Title', { required: true, sortable: true }),
    slug: text('Slug', { required: true, unique: true }),
    category: text('Category'),
    image: url('Image', { onWebsite: true }),
    content: richText('Content'),
    blogfor: text('Blog For'),
    /** Kept from the public website until somebody takes the mark away; empty counts as no. */
    isDraft: boolean('Draft', { default: false }),
  },
  requiredMessage: 'Title and Slug are required',
  searchScopes: { default: ['title', 'slug', 'category'] },
  lists: {
    blogs: {
      // `isDraft` marks the title, it has no column of its own.
      columns: ['title', 'slug', 'category', 'blogfor', 'createdAt', 'isDraft'],
      headings: { createdAt: 'Created' },
      filters: [],
      sort: { field: 'createdAt', direction: 'desc' },
      emptyText: 'No blogs found',
      pageSizes: [10, 20],
    },
  },
  access: { 'Super Admin': everything, Admin: everything },
});

export type Blog = RecordOf<typeof blog>;
