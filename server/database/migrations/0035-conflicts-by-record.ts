import type { Migration } from '../migration.ts';

export const migration: Migration = {
  name: '0035-conflicts-by-record',
  steps: [{ createIndex: { name: 'conflicts_by_record', columns: ['entity', 'recordId'] }, on: 'conflicts' }],
};
