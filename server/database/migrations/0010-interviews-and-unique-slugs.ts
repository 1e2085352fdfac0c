import type { Migration } from '../migration.ts';

export const migration: Migration = {
  name: '0010-interviews-and-unique-slugs',
  steps: [
    { addColumn: { name: 'slug_key', type: 'text' }, to: 'blog' },
    { fillSortKey: 'slug', of: 'blog' },
    { createIndex: { name: 'blog_by_slug_key', columns: ['slug_key', '_id'] }, on: 'blog' },
    { dropIndex: 'candidate_by_interviewerId', on: 'candidate' },
    {
      createIndex: {
        name: 'candidate_by_interviewerId_interviewDate',
        columns: ['interviewerId', 'interviewDate', '_id'],
      },
      on: 'candidate',
    },
  ],
};
