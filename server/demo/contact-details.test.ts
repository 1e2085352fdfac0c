import { describe, expect, it } from 'vitest';
import { searchTerms } from '#shared/model/search-text.ts';
import { phoneDigits } from '#shared/format/phone.ts';
import { EmailAddresses, mobileDigits, writtenMobile } from './contact-details.ts';
import { Random } from './random.ts';

describe('email addresses', () => {
  it('differ even for thousands of namesakes', () => {
    const addresses = new EmailAddresses();
    const name = { first: 'Priya', last: 'Nair', full: 'Priya Nair', gender: 'Female' } as const;
    const random = new Random(1, 'namesakes');
    const stems = new Set<string | undefined>();
    for (let at = 0; at < 3_000; at += 1) stems.add(addresses.next(random, name).split('@')[0]);
    expect(stems.size).toBe(3_000);
  });
});

describe('mobile numbers', () => {
  it('are never given twice, whatever the kind', () => {
    const numbers = new Set<string>();
    for (let at = 0; at < 5_000; at += 1) {
      for (const kind of ['candidate', 'inquiry', 'second number'] as const)
        numbers.add(mobileDigits(1, kind, at));
    }
    expect(numbers.size).toBe(15_000);
  });

  it('are the same number however they are written', () => {
    const random = new Random(1, 'ways');
    const ways = new Set(Array.from({ length: 300 }, () => writtenMobile(random, '9812345678')));
    expect(ways.size).toBe(7);
    for (const way of ways) {
      expect(phoneDigits(way)).toBe('919812345678');
      expect(phoneDigits(way)).toContain(searchTerms(way)[0]);
    }
  });
});
