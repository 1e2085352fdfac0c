import type { Migration } from '../migration.ts';

export const migration: Migration = {
  name: '0008-data-taken',
  steps: [
    {
      createTable: {
        name: 'data_taken',
        columns: [
          { name: 'day', type: 'text', primary: true },
          { name: 'userId', type: 'text', primary: true },
          { name: 'door', type: 'text', primary: true },
          { name: 'entity', type: 'text', primary: true },
          { name: 'rows', type: 'integer', required: true },
          { name: 'told', type: 'integer' },
        ],
        indexes: [],
      },
    },
  ],
};
