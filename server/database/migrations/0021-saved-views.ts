import type { Migration } from '../migration.ts';

export const migration: Migration = {
  name: '0021-saved-views',
  steps: [
    {
      createTable: {
        name: 'savedView',
        columns: [
          { name: '_id', type: 'text', primary: true },
          { name: 'name', type: 'text' },
          { name: 'list', type: 'text' },
          { name: 'settings', type: 'text' },
          { name: 'owner', type: 'text' },
          { name: 'sharedWith', type: 'text' },
          { name: 'createdAt', type: 'text' },
          { name: 'updatedAt', type: 'text' },
          { name: 'name_key', type: 'text' },
          { name: '_search', type: 'text', searches: ['name'] },
          { name: 'deletedAt', type: 'text' },
          { name: '_seq', type: 'integer', required: true },
          { name: '_createdSeq', type: 'integer', required: true },
          { name: '_createdBy', type: 'text' },
          { name: '_createdDesk', type: 'text' },
          { name: '_versions', type: 'text' },
        ],
        indexes: [
          { name: 'savedView_by_name_key', columns: ['name_key', '_id'] },
          { name: 'savedView_by_list', columns: ['list', '_id'] },
          { name: 'savedView_by_owner', columns: ['owner', '_id'] },
          { name: 'savedView_by_createdAt', columns: ['createdAt', '_id'] },
          { name: 'savedView_by_seq', columns: ['_seq', 'deletedAt'] },
        ],
      },
    },
    {
      createTable: {
        name: 'openingView',
        columns: [
          { name: '_id', type: 'text', primary: true },
          { name: 'list', type: 'text' },
          { name: 'savedView', type: 'text' },
          { name: 'owner', type: 'text' },
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
          { name: 'openingView_by_list', columns: ['list', '_id'] },
          { name: 'openingView_by_owner', columns: ['owner', '_id'] },
          { name: 'openingView_by_createdAt', columns: ['createdAt', '_id'] },
          { name: 'openingView_by_seq', columns: ['_seq', 'deletedAt'] },
        ],
      },
    },
  ],
};
