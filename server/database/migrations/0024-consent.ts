import type { Migration } from '../migration.ts';

export const migration: Migration = {
  name: '0024-consent',
  steps: [
    { addColumn: { name: 'consentOn', type: 'text' }, to: 'inquiry' },
    { addColumn: { name: 'consentBy', type: 'text' }, to: 'inquiry' },
    { addColumn: { name: 'consentFor', type: 'text' }, to: 'inquiry' },
    { addColumn: { name: 'consentWithdrawnOn', type: 'text' }, to: 'inquiry' },
    { addColumn: { name: 'consentOn', type: 'text' }, to: 'candidate' },
    { addColumn: { name: 'consentBy', type: 'text' }, to: 'candidate' },
    { addColumn: { name: 'consentFor', type: 'text' }, to: 'candidate' },
    { addColumn: { name: 'consentWithdrawnOn', type: 'text' }, to: 'candidate' },
  ],
};
