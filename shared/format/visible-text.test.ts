import { expect, it } from 'vitest';
import { isUnseen, visibleText } from './visible-text.ts';

it('leaves out what has no width and what turns the direction, wherever it stands', () => {
  expect(visibleText('Ri\u200Bya\u00AD Sharma\u2060')).toBe('Riya Sharma');
  expect(visibleText('Zz \u202Ecod.exe\u202C')).toBe('Zz cod.exe');
  expect(visibleText('\u2067a\u2069\u061C\u200F\u206A\uFFF9')).toBe('a');
  expect(visibleText('Ri\u0007ya\u007F')).toBe('Riya');
  expect(visibleText('Ri\u{E0041}\u{E0042}ya')).toBe('Riya');
  expect(visibleText('Asha\u00A0\u202FRao')).toBe('Asha  Rao');
});

it('keeps what shapes letters of Indian scripts and emoji, and leaves it out where it shapes nothing', () => {
  for (const text of [
    'क्\u200Dष',
    'श्री\u200Cमान',
    '👩\u200D💻',
    '❤\uFE0F',
    '🏴\u{E0067}\u{E0062}\u{E007F}',
    'علی',
  ])
    expect(visibleText(text)).toBe(text);
  expect(visibleText('Ri\u200Dya\u200C')).toBe('Riya');
  expect(visibleText(' \u200D\u200Cश्री\u200D ')).toBe(' श्री ');
});

it('keeps lines and tabs', () => {
  expect(visibleText('a\u200B\n\tb\r\nc')).toBe('a\n\tb\r\nc');
});

it('tells a text that shows nothing', () => {
  for (const text of ['', ' \n', '\u200B\u2060', '\u3164', '\u2800', '\u200D \uFE0F', '\u202E', '\u0007'])
    expect(isUnseen(text)).toBe(true);
  for (const text of ['a', '\0', '\u200Ba', 'क्\u200Dष', '❤\uFE0F']) expect(isUnseen(text)).toBe(false);
});

it('is quick with a long text of blanks', () => {
  const text = `é${' \u200D'.repeat(200_000)}x`;
  const before = performance.now();
  visibleText(text);
  isUnseen(text);
  expect(performance.now() - before).toBeLessThan(1_000);
});
