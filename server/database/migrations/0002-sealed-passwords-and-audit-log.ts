import type { Migration } from '../migration.ts';

export const migration: Migration = {
  name: '0002-sealed-passwords-and-audit-log',
  steps: [
    {
      createTable: {
        name: 'sealed_passwords',
        columns: [
          { name: 'userId', type: 'text', primary: true },
          { name: 'sealed', type: 'text', required: true },
          { name: 'keyId', type: 'text', required: true },
        ],
        indexes: [],
      },
    },
    {
      createTable: {
        name: 'audit_log',
        columns: [
          { name: 'id', type: 'text', primary: true },
          { name: 'at', type: 'text', required: true },
          { name: 'action', type: 'text', required: true },
          { name: 'outcome', type: 'text', required: true },
          { name: 'userId', type: 'text' },
          { name: 'subjectId', type: 'text' },
          { name: 'account', type: 'text' },
          { name: 'address', type: 'text' },
          { name: 'detail', type: 'text' },
        ],
        indexes: [
          { name: 'audit_log_by_time', columns: ['at', 'id'] },
          { name: 'audit_log_by_user', columns: ['userId', 'at'] },
          { name: 'audit_log_by_subject', columns: ['subjectId', 'at'] },
        ],
      },
    },
  ],
};
