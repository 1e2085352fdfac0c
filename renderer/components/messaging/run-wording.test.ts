import { expect, it } from 'vitest';
import { namesText, passedOverText, runDoneText } from './run-wording.ts';

it('says how many were opened, skipped, left and passed over', () => {
  expect(runDoneText({ opened: 36, skipped: 2 }, 38, 2, 'WhatsApp')).toEqual({
    title: '36 of 38 messages opened',
    message:
      'Each is logged in its timeline. 2 skipped. 2 have no whole phone number for WhatsApp and were passed over.',
  });
  expect(runDoneText({ opened: 0, skipped: 0 }, 1, 0, 'Email')).toEqual({
    title: '0 of 1 message opened',
    message: '1 not done.',
  });
});

it('names who is passed over, as many as are read at a glance', () => {
  expect(passedOverText(1, 'Email')).toBe('1 has no email address that can be written to and is passed over');
  expect(namesText(['Asha', 'Ravi'])).toBe('Asha, Ravi');
  expect(namesText(Array.from({ length: 14 }, (_, at) => `P${at}`))).toMatch(/P11 and 2 more$/);
});
