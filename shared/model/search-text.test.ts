import { describe, expect, it } from 'vitest';
import { candidate } from './candidate.ts';
import { normaliseText, searchTerms, searchText } from './search-text.ts';

describe('search text', () => {
  it('is lower case, without accents, one value a line, phone numbers as digits', () => {
    const text = searchText(candidate, 'default', {
      _id: '1',
      fullName: 'Zoë  D’Souza',
      mobile: '+91 98765-43210',
      email: 'Zoe@Example.com',
      enrolledCourse: ['Full Stack', 'DevOps'],
      interviewStatus: null,
      notes: 'not in the scope',
    });
    expect(text).toBe('zoe d’souza\n919876543210\nzoe@example.com\nfull stack\ndevops');
  });

  it('takes a query written like a phone number as one term of digits', () => {
    expect(searchTerms('98765 432')).toEqual(['98765432']);
    expect(searchTerms('+91-98765')).toEqual(['9198765']);
    expect(searchTerms('098765')).toEqual(['98765']);
    expect(searchTerms('0000 123')).toEqual(['0000123']);
  });

  it('splits other queries at spaces', () => {
    expect(searchTerms('  Full  STACK ')).toEqual(['full', 'stack']);
    expect(searchTerms('asha 987')).toEqual(['asha', '987']);
    expect(searchTerms('   ')).toEqual([]);
  });

  it('folds case and accents of any script', () => {
    expect(normaliseText('ÁRVÍZ Tűrő')).toBe('arviz turo');
  });
});
