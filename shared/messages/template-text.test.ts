import { expect, test } from 'vitest';
import { readTemplate } from './template-text.ts';

test('fields stand in braces, and doubled braces are braces', () => {
  expect(readTemplate('Hello {fullName}, {{not}} { interviewDate }!')).toEqual({
    stray: null,
    parts: [
      { text: 'Hello ' },
      { field: 'fullName', written: '{fullName}' },
      { text: ', ' },
      { text: '{' },
      { text: 'not' },
      { text: '}' },
      { text: ' ' },
      { field: 'interviewDate', written: '{ interviewDate }' },
      { text: '!' },
    ],
  });
});

test.each([
  ['Hello {fullName', 'Hello {fullName'],
  ['Hello fullName}', 'llo fullName}'],
  ['{{{', '{{{'],
  ['a {b\n} c', 'a {b } c'],
  ['{a{name}', '{a{name}'],
])('a brace without its partner is told: %j', (text, stray) => {
  expect(readTemplate(text).stray).toBe(stray);
});

test('a megabyte of braces is read once through', () => {
  for (const piece of ['{', '{a', '{a}']) {
    const text = piece.repeat(Math.ceil(1_000_000 / piece.length));
    expect(readTemplate(text).parts.length).toBeLessThanOrEqual(text.length);
  }
});
