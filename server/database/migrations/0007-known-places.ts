import type { Migration } from '../migration.ts';

export const migration: Migration = {
  name: '0007-known-places',
  steps: [
    {
      createTable: {
        name: 'known_places',
        columns: [
          { name: 'id', type: 'text', primary: true },
          { name: 'userId', type: 'text', required: true },
          { name: 'kind', type: 'text', required: true },
          { name: 'deskId', type: 'text' },
          { name: 'lastAt', type: 'integer', required: true },
        ],
        indexes: [{ name: 'known_places_by_user', columns: ['userId', 'kind', 'lastAt'] }],
      },
    },
  ],
};
