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

  it('is made of a letter with thousands of marks too, as long as a field may hold', () => {
    // In the order of their classes they would be put by hand, each past all before it.
    const marks = '\u0300'.repeat(60_000) + '\u0316'.repeat(60_000);
    expect(normaliseText(`Zoe${marks}`)).toBe('zoe');
    expect(normaliseText(`Zoe\u0300${'\uFF9E\u0316'.repeat(60_000)}`)).toBe('zoe');
  });

  it('is never many times as long as what was written', () => {
    expect(normaliseText(`Zoe ${'\uFDFA'.repeat(1_000)} Rao`)).toBe('zoe rao');
    expect(normaliseText('ﬁﬀ ½')).toBe('fiff 1⁄2');
  });

  it('takes a query written like a phone number as one term of digits', () => {
    expect(searchTerms('98765 432')).toEqual(['98765432']);
    expect(searchTerms('+91-98765')).toEqual(['9198765']);
    expect(searchTerms('098765')).toEqual(['98765']);
    expect(searchTerms('0000 123')).toEqual(['0000123']);
  });

  it('finds each of several numbers in a field, however they are written there and asked for', () => {
    for (const mobile of [
      '98765 43210 / 91234 56789',
      '+91 98765 43210, +91 91234 56789',
      '09876543210 or 09123456789',
    ]) {
      const text = searchText(candidate, 'default', { _id: '1', mobile });
      for (const query of [
        '98765 43210',
        '+91 98765 43210',
        '912345',
        '+91 91234 56789',
        '091234-56789',
        mobile,
      ]) {
        const terms = searchTerms(query);
        expect({ mobile, query, found: terms.filter((term) => text.includes(term)) }).toEqual({
          mobile,
          query,
          found: terms,
        });
        expect(terms.length).toBeGreaterThan(0);
      }
      expect(text).not.toContain(searchTerms('98765 43219')[0]);
    }
    expect(searchTerms('98765 43210 / 91234 56789')).toEqual(['9876543210', '9123456789']);
  });

  it('splits other queries at spaces', () => {
    expect(searchTerms('  Full  STACK ')).toEqual(['full', 'stack']);
    expect(searchTerms('asha 987')).toEqual(['asha', '987']);
    expect(searchTerms('   ')).toEqual([]);
    expect(searchTerms('asha\0rao \0')).toEqual(['asha', 'rao']);
    expect(searchTerms('\0')).toEqual([]);
    expect(searchTerms('Ri\u200Bya\u00A0\u202AZw')).toEqual(['riya', 'zw']);
    expect(searchTerms('\u202A+91\u00A098765 43210\u202C')).toEqual(['9876543210']);
  });

  it('asks for each word once', () => {
    expect(searchTerms('asha ASHA full áshà')).toEqual(['asha', 'full']);
    expect(searchTerms('98765 43210, 98765 43210')).toEqual(['9876543210']);
  });

  it('folds case and accents of any script', () => {
    expect(normaliseText('ÁRVÍZ Tűrő')).toBe('arviz turo');
  });
});
