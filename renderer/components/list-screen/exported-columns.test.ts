import { expect, it } from 'vitest';
import { exportedColumns } from './exported-columns.ts';

const own = ['hrName', 'companyEmail', 'personalEmail', 'personalPhone', 'officePhone'];
const settings = { companyEmail: {}, personalEmail: false, officePhone: false };

it('what stands in the cell of a column is written with it, wherever that column stands', () => {
  expect(exportedColumns(own, settings, ['personalPhone', 'hrName', 'city', 'companyEmail'])).toEqual([
    'personalPhone',
    'officePhone',
    'hrName',
    'city',
    'companyEmail',
    'personalEmail',
  ]);
});

it('it has its own place where it was chosen, and none without the column that shows it', () => {
  expect(exportedColumns(own, settings, ['personalEmail', 'hrName', 'companyEmail'])).toEqual([
    'personalEmail',
    'hrName',
    'companyEmail',
  ]);
  expect(exportedColumns(own, settings, ['hrName'])).toEqual(['hrName']);
});
