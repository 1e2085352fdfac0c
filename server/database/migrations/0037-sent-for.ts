import type { Migration } from '../migration.ts';

export const migration: Migration = {
  name: '0037-sent-for',
  steps: [{ addColumn: { name: 'sentFor', type: 'text' }, to: 'change_log' }],
};
