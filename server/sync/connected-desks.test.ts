import { expect, it } from 'vitest';
import { ConnectedDesks } from './connected-desks.ts';

it('counts each connected desk once, until its last channel ends, and the server’s own not', () => {
  const desks = new ConnectedDesks();
  for (const desk of ['own', 'a', 'a', 'b', null]) desks.came(desk);
  expect(desks.countBut('own')).toBe(2);
  expect(desks.countBut('')).toBe(3);
  desks.went('a');
  desks.went(null);
  expect(desks.countBut('own')).toBe(2);
  desks.went('a');
  expect(desks.countBut('own')).toBe(1);
  desks.went('b');
  expect(desks.countBut('own')).toBe(0);
  desks.went('b');
  desks.came('b');
  expect(desks.countBut('own')).toBe(1);
});
