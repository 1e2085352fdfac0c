import type { ImportRow } from '#shared/protocol/import.ts';
import { describe, expect, it } from 'vitest';
import { cellAfter, issueOfCell, notesOf, shownColumns } from './preview-row.ts';

const row: ImportRow = {
  row: 7,
  state: 'wrong',
  cells: ['Asha', 'asha(at)example.com', ''],
  issues: [
    { field: 'email', code: 'invalid', message: 'Enter a valid email', column: 1 },
    { field: 'mobile', code: 'required', message: 'Please fill required fields.', column: null },
  ],
  doubts: ['Mobile has nine digits'],
  match: null,
  sameAs: 3,
  choice: null,
};

describe('a row of the preview', () => {
  it('says in the cell what is wrong with it, and of the row all that is', () => {
    expect(issueOfCell(row, 1)).toBe('Enter a valid email.');
    expect(issueOfCell(row, 0)).toBe('');
    expect(notesOf(row)).toEqual({
      wrong: ['Enter a valid email.', 'Please fill required fields.'],
      doubts: ['The same person as in row 3.', 'Mobile has nine digits.'],
    });
  });

  it('shows the columns that have a field, and those with something to be put right', () => {
    expect(shownColumns([null, 'email', null, 'mobile'], [row])).toEqual([1, 3]);
    const issues = [{ field: '', code: 'invalid' as const, message: 'One too many', column: 2 }];
    expect(shownColumns([null, 'email', null, 'mobile'], [row, { issues }])).toEqual([1, 2, 3]);
  });

  it('is walked by keys, and never left by them', () => {
    const size = [3, 4] as const;
    expect(cellAfter('ArrowDown', false, [2, 1], size)).toEqual([2, 1]);
    expect(cellAfter('ArrowRight', false, [0, 1], size)).toEqual([0, 2]);
    expect(cellAfter('ArrowUp', true, [2, 1], size)).toEqual([0, 1]);
    expect(cellAfter('End', true, [0, 0], size)).toEqual([2, 3]);
    expect(cellAfter('Home', false, [1, 3], size)).toEqual([1, 0]);
    expect(cellAfter('x', false, [1, 3], size)).toEqual([1, 3]);
  });
});
