import { expect, test } from 'vitest';
import { newId } from './new-id.ts';

test('ids are UUIDs of version 7, different, and sorted by the order of their making', () => {
  const ids = Array.from({ length: 20_000 }, newId);
  expect(ids[0]).toMatch(/^[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
  expect(new Set(ids).size).toBe(ids.length);
  expect([...ids].sort()).toEqual(ids);
});
