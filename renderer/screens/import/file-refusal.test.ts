import { expect, it } from 'vitest';
import { MOST_IMPORT_BYTES } from '#shared/protocol/import.ts';
import { fileRefusal } from './file-refusal.ts';

it('refuses what is empty, too large, or of a kind that cannot be read, before it is sent', () => {
  expect(fileRefusal({ name: 'leads.csv', size: 10 })).toBeNull();
  expect(fileRefusal({ name: 'leads.csv', size: 0 })).toContain('is empty');
  expect(fileRefusal({ name: 'leads.xlsx', size: MOST_IMPORT_BYTES + 1 })).toContain('larger than 64 MB');
  expect(fileRefusal({ name: 'Leads.XLS', size: 10 })).toContain('.xlsx');
});
