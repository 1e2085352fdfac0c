import { expect, it } from 'vitest';
import { inSentence, withArticle } from './label-in-sentence.ts';

it.each([
  ['Lead Statuses', 'lead statuses'],
  ['HR records', 'HR records'],
  ['LinkedIn', 'LinkedIn'],
  ['Course / Branch', 'course / branch'],
  ['CTA URL', 'CTA URL'],
])('a label within a sentence: %s is written %s', (label, written) => {
  expect(inSentence(label)).toBe(written);
});

it.each([
  ['Employee', 'an employee'],
  ['Inquiry', 'an inquiry'],
  ['Role', 'a role'],
  ['HR record', 'an HR record'],
  ['CTA', 'a CTA'],
  ['User', 'a user'],
  ['University', 'a university'],
  ['Upload', 'an upload'],
])('its article goes by the sound: %s is %s', (label, written) => {
  expect(withArticle(label)).toBe(written);
});
