import { expect, test } from 'vitest';
import { chosenOf, fitAmong, searchedAmong, searchOf } from './searched-value.ts';

test('a text stands for the choice of that name, or for the only one that holds it', () => {
  const statuses = ['Not Scheduled', 'Scheduled', 'Done'];
  expect(fitAmong(statuses, ' scheduled').meant).toBe('Scheduled');
  expect(fitAmong(statuses, 'not').meant).toBe('Not Scheduled');
  expect(fitAmong(statuses, 'sched')).toEqual({
    meant: undefined,
    problem: '“sched” fits several of the choices. Choose one from the list.',
  });
  expect(fitAmong(['Asha Rao', 'Asha Rao'], 'asha rao').meant).toBeUndefined();
  expect(fitAmong(statuses, 'x'.repeat(100)).problem).toBe(
    `“${'x'.repeat(40)}…” is none of the choices. Choose one from the list.`,
  );
});

test('what stood there before is known while another one is typed', () => {
  const first = searchedAmong(['Goa', 'Kerala'], 'k', 'Goa');
  const second = searchedAmong(['Goa', 'Kerala'], 'kx', first);
  expect([chosenOf(second), searchOf(second), second.meant]).toEqual(['Goa', 'kx', undefined]);
  expect([chosenOf('Goa'), searchOf('Goa')]).toEqual(['Goa', undefined]);
});
