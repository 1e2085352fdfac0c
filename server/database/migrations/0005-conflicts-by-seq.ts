import type { Migration } from '../migration.ts';

export const migration: Migration = {
  name: '0005-conflicts-by-seq',
  steps: [{ createIndex: { name: 'conflicts_by_seq', columns: ['seq', 'userId'] }, on: 'conflicts' }],
};
