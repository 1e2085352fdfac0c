import type { Migration } from '../migration.ts';

export const migration: Migration = {
  name: '0003-files',
  steps: [
    {
      createIndex: { name: 'candidate_by_profilePicture', columns: ['profilePicture'], notNull: true },
      on: 'candidate',
    },
    {
      createTable: {
        name: 'files',
        columns: [
          { name: 'hash', type: 'text', primary: true },
          { name: 'type', type: 'text', required: true },
          { name: 'size', type: 'integer', required: true },
          { name: 'unusedSince', type: 'text' },
        ],
        indexes: [],
      },
    },
    {
      createTable: {
        name: 'file_uploads',
        columns: [
          { name: 'hash', type: 'text', primary: true },
          { name: 'userId', type: 'text', primary: true },
          { name: 'at', type: 'text', required: true },
        ],
        indexes: [],
      },
    },
  ],
};
