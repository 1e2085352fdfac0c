import type { Migration } from '../migration.ts';

export const migration: Migration = {
  name: '0011-students-own-candidates',
  steps: [
    { addColumn: { name: 'studentId', type: 'text' }, to: 'candidate' },
    { createIndex: { name: 'candidate_by_studentId', columns: ['studentId', '_id'] }, on: 'candidate' },
    { fillStudents: true },
  ],
};
