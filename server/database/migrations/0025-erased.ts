import type { Migration } from '../migration.ts';

export const migration: Migration = {
  name: '0025-erased',
  steps: [
    {
      createTable: {
        name: 'erased',
        columns: [
          { name: 'entity', type: 'text', primary: true },
          { name: 'recordId', type: 'text', primary: true },
          { name: 'at', type: 'text', required: true },
          { name: 'userId', type: 'text' },
          { name: 'seq', type: 'integer', required: true },
        ],
        indexes: [{ name: 'erased_by_seq', columns: ['seq'] }],
      },
    },
  ],
};
