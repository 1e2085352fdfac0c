import { expect, it } from 'vitest';
import { newRecordId } from './new-record-id.ts';

it('is a UUID v7 of this moment, and never the same twice', () => {
  const before = Date.now();
  const ids = Array.from({ length: 100 }, newRecordId);
  for (const id of ids) {
    expect(id).toMatch(/^[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
    const made = Number.parseInt(id.replace('-', '').slice(0, 12), 16);
    expect(made).toBeGreaterThanOrEqual(before);
    expect(made).toBeLessThanOrEqual(Date.now());
  }
  expect(new Set(ids).size).toBe(100);
});
