import type { Migration } from '../migration.ts';

export const migration: Migration = {
  name: '0030-join-codes',
  steps: [
    {
      createTable: {
        name: 'join_codes',
        columns: [
          { name: 'id', type: 'text', primary: true },
          { name: 'tokenHash', type: 'text', required: true },
          { name: 'madeAt', type: 'text', required: true },
          { name: 'madeBy', type: 'text' },
          { name: 'endsAt', type: 'text', required: true },
          { name: 'uses', type: 'integer', required: true },
          { name: 'used', type: 'integer', required: true },
        ],
        indexes: [{ name: 'join_codes_by_token', columns: ['tokenHash'], unique: true }],
      },
    },
  ],
};
