import type { Migration } from '../migration.ts';

export const migration: Migration = {
  name: '0006-operations-unchanged',
  steps: [
    { addColumn: { name: 'unchangedBy', type: 'text' }, to: 'operations' },
    {
      createIndex: { name: 'operations_unchanged', columns: ['unchangedBy', 'at'], notNull: true },
      on: 'operations',
    },
  ],
};
