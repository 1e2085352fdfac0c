import { describe, expect, it } from 'vitest';
import { callLink, chatLink, phoneDigits, phoneDoubt, phoneLines, phoneNumbers, readPhone } from './phone.ts';

describe('phone numbers', () => {
  it.each([
    ['98765 43210', '919876543210'],
    ['098765-43210', '919876543210'],
    ['+91 98765 43210', '919876543210'],
    ['919876543210', '919876543210'],
    ['+1 (415) 555-0100', '14155550100'],
    ['98765', '98765'],
    ['', ''],
  ])('%s has the digits %s', (written, digits) => {
    expect(phoneDigits(written)).toBe(digits);
  });

  it.each(['98765 43210', '098765 43210', '+91-98765-43210', '919876543210', '0091 98765 43210'])(
    '%s is called and chatted with in India',
    (written) => {
      expect(callLink(written)).toBe('tel:+919876543210');
      expect(chatLink(written, 'browser')).toBe('https://wa.me/919876543210');
      expect(chatLink(written, 'app')).toBe('whatsapp://send?phone=919876543210');
    },
  );

  it.each([
    '080-4123 4567 extn 22',
    '(080) 41234567 Ext. 5',
    '080 4123 4567 x12',
    '+91 80 4123 4567 extension 22',
    '080-41234567, extn 22',
    '080-41234567/68',
  ])('leaves the extension out of the links of %s', (written) => {
    const [number = ''] = phoneNumbers(written);
    expect(callLink(number)).toBe('tel:+918041234567');
    expect(chatLink(number, 'browser')).toBe('https://wa.me/918041234567');
  });

  it('dials what is no whole number as it stands, and gives no link for what cannot be called', () => {
    expect(callLink('4123 4567')).toBe('tel:41234567');
    expect(callLink('98765 4321')).toBe('tel:987654321');
    expect(chatLink('98765 4321', 'browser')).toBeNull();
    expect(callLink('+1 (415) 555-0100')).toBe('tel:+14155550100');
    expect(callLink('n/a')).toBeNull();
    expect(callLink('12')).toBeNull();
    expect(chatLink('12', 'browser')).toBeNull();
  });
});

describe('several numbers in one field', () => {
  it.each([
    '98765 43210 / 91234 56789',
    '98765 43210/91234 56789',
    '98765 43210, 91234 56789',
    '98765 43210; 91234 56789',
    '98765 43210 or 91234 56789',
    '98765 43210\n91234 56789',
    '98765 43210 & 91234 56789',
    '98765 43210 / 91234 56789 / home',
  ])('%j are each their own', (written) => {
    expect(phoneNumbers(written)).toEqual(['98765 43210', '91234 56789']);
  });

  it('are shown one a line, with what is said besides', () => {
    expect(phoneLines('98765 43210 / 91234 56789 / home')).toEqual(['98765 43210', '91234 56789', 'home']);
    expect(phoneLines('98765 43210, 98765 43210')).toEqual(['98765 43210, 98765 43210']);
    expect(phoneLines('080-41234567, extn 22')).toEqual(['080-41234567, extn 22']);
    expect(phoneLines('n/a')).toEqual(['n/a']);
  });

  it.each(['98765 43210', '98765/43210', '+1 (415) 555-0100', 'for Asha', ''])('%j is one', (written) => {
    expect(phoneNumbers(written)).toEqual([written]);
  });
});

describe('a phone number that is typed', () => {
  it('is kept as written, and refused without a digit', () => {
    expect(readPhone('98765-43210', 'Mobile')).toEqual({ value: '98765-43210' });
    expect(readPhone('98765', 'Mobile')).toEqual({ value: '98765' });
    expect(readPhone(' ', 'Mobile')).toEqual({ value: null });
    expect(readPhone('abcdefgh', 'Mobile')).toEqual({
      problem: 'Mobile must be a phone number, such as 98765 43210',
    });
  });

  it.each([
    '98765 43210',
    '+91 98765 43210',
    '098765 43210',
    '080 4123 4567 extn 22',
    '1800 123 4567',
    '+1 (415) 555-0100',
    '+971 50 123 4567',
    '98765 43210 / 91234 56789',
    '98765 43210 (home)',
    '',
    'abcdefgh',
  ])('%j is not doubted', (written) => {
    expect(phoneDoubt(written)).toBeNull();
  });

  it.each([
    ['98765 4321', '98765 4321 has 9 digits, an Indian mobile number has 10'],
    ['987654321012', '987654321012 has 12 digits, an Indian mobile number has 10'],
    ['+91 98765', '+91 98765 has 5 digits, an Indian mobile number has 10'],
    ['9', '9 does not look like a whole phone number'],
    ['98765 43210 / 91234 5678', '91234 5678 has 9 digits, an Indian mobile number has 10'],
    ['4123 4567', '4123 4567 does not look like a whole phone number'],
    ['+1 415', '+1 415 does not look like a whole phone number'],
    ['call after 5 98765 43210', 'call after 5 98765 43210 does not look like a whole phone number'],
  ])('%j is doubted: %s', (written, doubt) => {
    expect(phoneDoubt(written)).toBe(doubt);
  });
});
