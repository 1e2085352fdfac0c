import type { Migration } from '../migration.ts';

export const migration: Migration = {
  name: '0022-message-templates',
  steps: [
    {
      createTable: {
        name: 'messageTemplate',
        columns: [
          { name: '_id', type: 'text', primary: true },
          { name: 'name', type: 'text' },
          { name: 'channel', type: 'text' },
          { name: 'audience', type: 'text' },
          { name: 'subject', type: 'text' },
          { name: 'text', type: 'text' },
          { name: 'active', type: 'integer' },
          { name: 'createdAt', type: 'text' },
          { name: 'updatedAt', type: 'text' },
          { name: 'name_key', type: 'text' },
          { name: '_search', type: 'text', searches: ['name', 'subject', 'text'] },
          { name: 'deletedAt', type: 'text' },
          { name: '_seq', type: 'integer', required: true },
          { name: '_createdSeq', type: 'integer', required: true },
          { name: '_createdBy', type: 'text' },
          { name: '_createdDesk', type: 'text' },
          { name: '_versions', type: 'text' },
        ],
        indexes: [
          { name: 'messageTemplate_by_name_key', columns: ['name_key', '_id'] },
          { name: 'messageTemplate_by_channel', columns: ['channel', '_id'] },
          { name: 'messageTemplate_by_createdAt', columns: ['createdAt', '_id'] },
          { name: 'messageTemplate_by_seq', columns: ['_seq', 'deletedAt'] },
        ],
      },
    },
  ],
};
