import type { Migration } from '../migration.ts';

export const migration: Migration = {
  name: '0009-second-factors',
  steps: [
    {
      createTable: {
        name: 'second_factors',
        columns: [
          { name: 'userId', type: 'text', primary: true },
          { name: 'sealed', type: 'text' },
          { name: 'confirmedAt', type: 'text' },
          { name: 'lastStep', type: 'integer', required: true },
          { name: 'pending', type: 'text' },
          { name: 'pendingAt', type: 'text' },
        ],
        indexes: [],
      },
    },
    {
      createTable: {
        name: 'recovery_codes',
        columns: [
          { name: 'userId', type: 'text', primary: true },
          { name: 'hash', type: 'text', primary: true },
        ],
        indexes: [],
      },
    },
  ],
};
