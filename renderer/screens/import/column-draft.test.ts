import type { ImportState } from '#shared/protocol/import.ts';
import { describe, expect, it } from 'vitest';
import { UnreadText } from '../../components/record-form/unread-text.ts';
import {
  columnName,
  doubledColumns,
  joinedColumns,
  listed,
  missingFields,
  saidBefore,
  withField,
  type ColumnDraft,
} from './column-draft.ts';

const draft: ColumnDraft = { fields: ['fullName', null, 'mobile'], fixed: {}, meanings: {} };

describe('the columns of an import', () => {
  it('names the columns that are given a field which another has', () => {
    expect(doubledColumns('candidate', ['email', null, 'mobile', 'email', null])).toEqual(new Map([[3, 0]]));
  });

  it('lets several columns fill a text or a number to call, and says which', () => {
    const fields = ['fullName', 'mobile', 'fullName', 'mobile', 'dob', 'dob'];
    expect(doubledColumns('candidate', fields)).toEqual(new Map([[5, 4]]));
    expect(joinedColumns('candidate', fields)).toEqual(
      new Map([
        [2, 0],
        [3, 1],
      ]),
    );
  });

  it('names the required fields that no row would have', () => {
    expect(missingFields('candidate', draft)).toEqual(['Email']);
    expect(missingFields('candidate', { ...draft, fixed: { email: 'office@example.com' } })).toEqual([]);
    expect(missingFields('hrRecord', { ...draft, fields: [] })).toEqual([]);
  });

  it('a field that gets a column is no longer the same for all rows', () => {
    const fixed = { city: 'Pune', state: 'Goa' };
    expect(withField({ ...draft, fixed }, 1, 'city')).toEqual({
      fields: ['fullName', 'city', 'mobile'],
      fixed: { state: 'Goa' },
      meanings: {},
    });
    // Nor is the account behind a name: it would be somebody else's.
    const kavita = { interviewerName: 'Kavita Menon', interviewerId: 'k1', state: 'Goa' };
    const coupled = [['interviewerName', 'interviewerId']] as const;
    expect(withField({ ...draft, fixed: kavita }, 1, 'interviewerName', coupled).fixed).toEqual({
      state: 'Goa',
    });
  });

  it('gives back what was said before, also what could not be read, but nothing of other columns', () => {
    const state = { entity: 'candidate', columns: [{}, {}, {}] } as ImportState;
    const said = { ...draft, fixed: { city: 'Pune', fee: { text: 'ab', problem: 'No amount.' } } };
    expect(saidBefore({ ...state, said })).toEqual({
      ...draft,
      fixed: { city: 'Pune', fee: new UnreadText('ab', 'No amount.') },
    });
    expect(saidBefore({ ...state, said: null })).toBeNull();
    expect(saidBefore({ ...state, columns: [], said })).toBeNull();
  });

  it('calls a column without a heading by its number, and lists names as people do', () => {
    expect(columnName('  ', 2)).toBe('Column 3');
    expect(listed(['Full Name', 'Mobile', 'Email'])).toBe('Full Name, Mobile and Email');
    expect(listed(['Email'])).toBe('Email');
  });
});
