import type { Migration } from '../migration.ts';

export const migration: Migration = {
  name: '0027-retention',
  steps: [
    { addColumn: { name: 'prunedTo', type: 'integer' }, to: 'log_position' },
    { createIndex: { name: 'operations_by_seq', columns: ['seq'] }, on: 'operations' },
    {
      createTable: {
        name: 'telling_results',
        columns: [
          { name: 'entity', type: 'text', primary: true },
          { name: 'recordId', type: 'text', primary: true },
          { name: 'operationId', type: 'text', primary: true },
        ],
        indexes: [{ name: 'telling_results_by_operation', columns: ['operationId'] }],
      },
    },
    {
      createIndex: { name: 'visibility_by_record', columns: ['entity', 'recordId', 'userId', 'seq'] },
      on: 'visibility',
    },
    { createIndex: { name: 'sessions_by_expiry', columns: ['expiresAt'] }, on: 'sessions' },
  ],
};
