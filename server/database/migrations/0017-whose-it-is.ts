import type { Migration } from '../migration.ts';

export const migration: Migration = {
  name: '0017-whose-it-is',
  steps: [
    { addColumn: { name: 'takesLeads', type: 'integer' }, to: 'user' },
    { addColumn: { name: 'leadGivenAt', type: 'text' }, to: 'user' },
    { createIndex: { name: 'user_by_takesLeads', columns: ['takesLeads', '_id'] }, on: 'user' },
    { addColumn: { name: 'assignedTo', type: 'text' }, to: 'contactInquiry' },
    { addColumn: { name: 'inquiry', type: 'text' }, to: 'contactInquiry' },
    {
      createIndex: { name: 'contactInquiry_by_assignedTo', columns: ['assignedTo', '_id'] },
      on: 'contactInquiry',
    },
    { createIndex: { name: 'contactInquiry_by_inquiry', columns: ['inquiry', '_id'] }, on: 'contactInquiry' },
    { addColumn: { name: 'assignedTo', type: 'text' }, to: 'inquiry' },
    { addColumn: { name: 'enrolledAs', type: 'text' }, to: 'inquiry' },
    { addColumn: { name: 'contact', type: 'text' }, to: 'inquiry' },
    { createIndex: { name: 'inquiry_by_enrolledAs', columns: ['enrolledAs', '_id'] }, on: 'inquiry' },
    {
      createIndex: { name: 'inquiry_by_assignedTo_createdAt', columns: ['assignedTo', 'createdAt', '_id'] },
      on: 'inquiry',
    },
    {
      createIndex: { name: 'inquiry_by_assignedTo_nextCall', columns: ['assignedTo', 'nextCall', '_id'] },
      on: 'inquiry',
    },
    { addColumn: { name: 'inquiry', type: 'text' }, to: 'candidate' },
    {
      createIndex: { name: 'candidate_by_map_nextCall', columns: ['map', 'nextCall', '_id'] },
      on: 'candidate',
    },
  ],
};
