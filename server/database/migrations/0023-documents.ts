import type { Migration } from '../migration.ts';

export const migration: Migration = {
  name: '0023-documents',
  steps: [
    {
      createTable: {
        name: 'document',
        columns: [
          { name: '_id', type: 'text', primary: true },
          { name: 'candidate', type: 'text' },
          { name: 'hrRecord', type: 'text' },
          { name: 'kind', type: 'text' },
          { name: 'name', type: 'text' },
          { name: 'file', type: 'text' },
          { name: 'type', type: 'text' },
          { name: 'size', type: 'real' },
          { name: 'text', type: 'text' },
          { name: 'by', type: 'text' },
          { name: 'interviewerId', type: 'text' },
          { name: 'createdAt', type: 'text' },
          { name: 'updatedAt', type: 'text' },
          { name: 'name_key', type: 'text' },
          { name: '_search', type: 'text', searches: ['name', 'text'] },
          { name: 'deletedAt', type: 'text' },
          { name: '_seq', type: 'integer', required: true },
          { name: '_createdSeq', type: 'integer', required: true },
          { name: '_createdBy', type: 'text' },
          { name: '_createdDesk', type: 'text' },
          { name: '_versions', type: 'text' },
        ],
        indexes: [
          { name: 'document_by_name_key', columns: ['name_key', '_id'] },
          { name: 'document_by_interviewerId', columns: ['interviewerId', '_id'] },
          { name: 'document_by_createdAt', columns: ['createdAt', '_id'] },
          { name: 'document_by_candidate_createdAt', columns: ['candidate', 'createdAt', '_id'] },
          { name: 'document_by_hrRecord_createdAt', columns: ['hrRecord', 'createdAt', '_id'] },
          { name: 'document_by_seq', columns: ['_seq', 'deletedAt'] },
          { name: 'document_by_file', columns: ['file'], notNull: true },
        ],
      },
    },
  ],
};
