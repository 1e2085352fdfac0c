import { describe, expect, it } from 'vitest';
import { dueOf } from './due.ts';

/** 11:30 pm in India, where the UTC day is still the same. */
const LATE = Date.parse('2026-08-05T18:00:00.000Z');

describe('sections 2.9, 2.10: calls that are due', () => {
  it('marks what is past as overdue, also earlier today', () => {
    expect(dueOf('2026-08-01T05:00:00.000Z', LATE)).toBe('overdue');
    expect(dueOf('2026-08-05T17:59:00.000Z', LATE)).toBe('overdue');
  });

  it('marks what is left of the Indian day as today', () => {
    expect(dueOf('2026-08-05T18:00:00.000Z', LATE)).toBe('today');
    expect(dueOf('2026-08-05T18:29:00.000Z', LATE)).toBe('today');
    expect(dueOf('2026-08-05T18:30:00.000Z', LATE)).toBeNull();
  });

  it('has nothing to say of a missing or broken time', () => {
    expect(dueOf(null, LATE)).toBeNull();
    expect(dueOf('soon', LATE)).toBeNull();
  });
});
