import type { Migration } from '../migration.ts';

export const migration: Migration = {
  name: '0038-sent-for-index',
  steps: [
    {
      createIndex: { name: 'change_log_by_sentFor', columns: ['sentFor', 'setId'], notNull: true },
      on: 'change_log',
    },
  ],
};
