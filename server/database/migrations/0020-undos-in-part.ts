import type { Migration } from '../migration.ts';

export const migration: Migration = {
  name: '0020-undos-in-part',
  steps: [{ addColumn: { name: 'inPart', type: 'integer' }, to: 'change_sets' }],
};
