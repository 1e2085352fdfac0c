import type { Migration } from '../migration.ts';

export const migration: Migration = {
  name: '0012-blog-drafts',
  steps: [{ addColumn: { name: 'isDraft', type: 'integer' }, to: 'blog' }],
};
