import { expect, it } from 'vitest';
import { groupHeading } from './group-wording.ts';

it('says what is the same, a number as people read it', () => {
  expect(
    groupHeading([
      { sign: 'phone', what: '919820012345' },
      { sign: 'email', what: 'a@mail.test' },
    ]),
  ).toBe('Phone +91 98200 12345 · Email a@mail.test');
  expect(groupHeading([{ sign: 'phone', what: '1234567' }])).toBe('Phone 1234567');
  expect(groupHeading([{ sign: 'name', what: 'birth date, city' }])).toBe(
    'Like names, same birth date and city',
  );
});
