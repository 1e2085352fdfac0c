import type { Migration } from '../migration.ts';

export const migration: Migration = {
  name: '0015-change-sets',
  steps: [
    { addColumn: { name: 'setId', type: 'text' }, to: 'change_log' },
    {
      createIndex: { name: 'change_log_by_set', columns: ['setId', 'seq'], notNull: true },
      on: 'change_log',
    },
    {
      createTable: {
        name: 'change_sets',
        columns: [
          { name: 'id', type: 'text', primary: true },
          { name: 'userId', type: 'text', required: true },
          { name: 'deskId', type: 'text' },
          { name: 'title', type: 'text', required: true },
          { name: 'at', type: 'text', required: true },
          { name: 'seq', type: 'integer', required: true },
          { name: 'changes', type: 'integer', required: true },
          { name: 'undoes', type: 'text' },
          { name: 'undoneBy', type: 'text' },
        ],
        indexes: [
          { name: 'change_sets_by_time', columns: ['at', 'id'] },
          { name: 'change_sets_by_user', columns: ['userId', 'at', 'id'] },
        ],
      },
    },
  ],
};
