import { describe, expect, it } from 'vitest';
import { callLink, chatLink, phoneDigits } from './phone.ts';

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

  it('gives +91 to a number without a country in call and chat links', () => {
    expect(callLink('98765 43210')).toBe('tel:+919876543210');
    expect(chatLink('098765 43210')).toBe('https://wa.me/919876543210');
  });

  it.each([
    '080-4123 4567 extn 22',
    '(080) 41234567 Ext. 5',
    '080 4123 4567 x12',
    '+91 80 4123 4567 extension 22',
  ])('leaves the extension out of the links of %s', (written) => {
    expect(callLink(written)).toBe('tel:+918041234567');
    expect(chatLink(written)).toBe('https://wa.me/918041234567');
  });

  it('gives no link for what cannot be called', () => {
    expect(callLink('n/a')).toBeNull();
    expect(chatLink('12')).toBeNull();
  });
});
