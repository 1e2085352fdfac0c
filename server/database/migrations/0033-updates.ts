import type { Migration } from '../migration.ts';

export const migration: Migration = {
  name: '0033-updates',
  steps: [
    {
      createTable: {
        name: 'releases',
        columns: [
          { name: 'version', type: 'text', primary: true },
          { name: 'publishedAt', type: 'text', required: true },
          { name: 'stage', type: 'text', required: true },
          { name: 'pilots', type: 'integer', required: true },
          { name: 'pilotNames', type: 'text', required: true },
          { name: 'byItself', type: 'integer', required: true },
        ],
        indexes: [],
      },
    },
    {
      createTable: {
        name: 'update_desks',
        columns: [
          { name: 'deskId', type: 'text', primary: true },
          { name: 'name', type: 'text' },
          { name: 'version', type: 'text', required: true },
          { name: 'at', type: 'text', required: true },
          { name: 'pilotOf', type: 'text' },
          { name: 'startedWith', type: 'text' },
          { name: 'failedWith', type: 'text' },
        ],
        indexes: [{ name: 'update_desks_by_pilot', columns: ['pilotOf'], notNull: true }],
      },
    },
  ],
};
