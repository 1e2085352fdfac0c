import type { Migration } from '../migration.ts';

export const migration: Migration = {
  name: '0014-pictures-in-texts',
  steps: [
    { addColumn: { name: 'forTextAt', type: 'text' }, to: 'file_uploads' },
    {
      createTable: {
        name: 'text_files',
        columns: [
          { name: 'hash', type: 'text', primary: true },
          { name: 'entity', type: 'text', primary: true },
          { name: 'recordId', type: 'text', primary: true },
          { name: 'field', type: 'text', primary: true },
          { name: 'named', type: 'integer', required: true },
        ],
        indexes: [{ name: 'text_files_by_record', columns: ['entity', 'recordId'] }],
      },
    },
  ],
};
