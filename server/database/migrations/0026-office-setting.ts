import type { Migration } from '../migration.ts';

export const migration: Migration = {
  name: '0026-office-setting',
  steps: [
    { dropIndex: 'inquiry_by_enrolledAs', on: 'inquiry' },
    {
      createIndex: { name: 'inquiry_by_enrolledAs_updatedAt', columns: ['enrolledAs', 'updatedAt', '_id'] },
      on: 'inquiry',
    },
    {
      createTable: {
        name: 'officeSetting',
        columns: [
          { name: '_id', type: 'text', primary: true },
          { name: 'eraseAfterMonths', type: 'text' },
          { name: 'createdAt', type: 'text' },
          { name: 'updatedAt', type: 'text' },
          { name: '_search', type: 'text', searches: [] },
          { name: 'deletedAt', type: 'text' },
          { name: '_seq', type: 'integer', required: true },
          { name: '_createdSeq', type: 'integer', required: true },
          { name: '_createdBy', type: 'text' },
          { name: '_createdDesk', type: 'text' },
          { name: '_versions', type: 'text' },
        ],
        indexes: [
          { name: 'officeSetting_by_createdAt', columns: ['createdAt', '_id'] },
          { name: 'officeSetting_by_seq', columns: ['_seq', 'deletedAt'] },
        ],
      },
    },
  ],
};
