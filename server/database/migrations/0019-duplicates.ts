import type { Migration } from '../migration.ts';

export const migration: Migration = {
  name: '0019-duplicates',
  steps: [
    { createIndex: { name: 'candidate_by_inquiry', columns: ['inquiry', '_id'] }, on: 'candidate' },
    {
      createTable: {
        name: 'mergedRecord',
        columns: [
          { name: '_id', type: 'text', primary: true },
          { name: 'was', type: 'text' },
          { name: 'name', type: 'text' },
          { name: 'candidate', type: 'text' },
          { name: 'inquiry', type: 'text' },
          { name: 'moved', type: 'real' },
          { name: 'createdAt', type: 'text' },
          { name: 'updatedAt', type: 'text' },
          { name: '_search', type: 'text', searches: ['name'] },
          { name: 'deletedAt', type: 'text' },
          { name: '_seq', type: 'integer', required: true },
          { name: '_createdSeq', type: 'integer', required: true },
          { name: '_createdBy', type: 'text' },
          { name: '_createdDesk', type: 'text' },
          { name: '_versions', type: 'text' },
        ],
        indexes: [
          { name: 'mergedRecord_by_was', columns: ['was', '_id'] },
          { name: 'mergedRecord_by_candidate', columns: ['candidate', '_id'] },
          { name: 'mergedRecord_by_inquiry', columns: ['inquiry', '_id'] },
          { name: 'mergedRecord_by_createdAt', columns: ['createdAt', '_id'] },
          { name: 'mergedRecord_by_seq', columns: ['_seq', 'deletedAt'] },
        ],
      },
    },
    {
      createTable: {
        name: 'notDuplicate',
        columns: [
          { name: '_id', type: 'text', primary: true },
          { name: 'records', type: 'text' },
          { name: 'createdAt', type: 'text' },
          { name: 'updatedAt', type: 'text' },
          { name: '_search', type: 'text', searches: [] },
          { name: 'deletedAt', type: 'text' },
          { name: '_seq', type: 'integer', required: true },
          { name: '_createdSeq', type: 'integer', required: true },
          { name: '_createdBy', type: 'text' },
          { name: '_createdDesk', type: 'text' },
          { name: '_versions', type: 'text' },
        ],
        indexes: [
          { name: 'notDuplicate_by_createdAt', columns: ['createdAt', '_id'] },
          { name: 'notDuplicate_by_seq', columns: ['_seq', 'deletedAt'] },
        ],
      },
    },
  ],
};
