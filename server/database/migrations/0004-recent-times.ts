import type { Migration } from '../migration.ts';

export const migration: Migration = {
  name: '0004-recent-times',
  steps: [
    {
      createTable: {
        name: 'recent_times',
        columns: [
          { name: 'id', type: 'text', primary: true },
          { name: 'times', type: 'text', required: true },
          { name: 'expiresAt', type: 'integer', required: true },
        ],
        indexes: [],
      },
    },
  ],
};
