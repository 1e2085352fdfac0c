import type { Migration } from '../migration.ts';

export const migration: Migration = {
  name: '0034-inquiry-contact',
  steps: [{ createIndex: { name: 'inquiry_by_contact', columns: ['contact', '_id'] }, on: 'inquiry' }],
};
