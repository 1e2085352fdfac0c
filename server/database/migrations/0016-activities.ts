import type { Migration } from '../migration.ts';

export const migration: Migration = {
  name: '0016-activities',
  steps: [
    {
      createTable: {
        name: 'activity',
        columns: [
          { name: '_id', type: 'text', primary: true },
          { name: 'candidate', type: 'text' },
          { name: 'inquiry', type: 'text' },
          { name: 'kind', type: 'text' },
          { name: 'outcome', type: 'text' },
          { name: 'note', type: 'text' },
          { name: 'at', type: 'text' },
          { name: 'by', type: 'text' },
          { name: 'createdAt', type: 'text' },
          { name: 'updatedAt', type: 'text' },
          { name: '_search', type: 'text', searches: ['note'] },
          { name: 'deletedAt', type: 'text' },
          { name: '_seq', type: 'integer', required: true },
          { name: '_createdSeq', type: 'integer', required: true },
          { name: '_createdBy', type: 'text' },
          { name: '_createdDesk', type: 'text' },
          { name: '_versions', type: 'text' },
        ],
        indexes: [
          { name: 'activity_by_at', columns: ['at', '_id'] },
          { name: 'activity_by_createdAt', columns: ['createdAt', '_id'] },
          { name: 'activity_by_candidate_at', columns: ['candidate', 'at', '_id'] },
          { name: 'activity_by_inquiry_at', columns: ['inquiry', 'at', '_id'] },
          { name: 'activity_by_seq', columns: ['_seq', 'deletedAt'] },
        ],
      },
    },
  ],
};
