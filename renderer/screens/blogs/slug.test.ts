import { expect, test } from 'vitest';
import { slugOf } from './slug.ts';

test.each([
  ['How to prepare for your first interview', 'how-to-prepare-for-your-first-interview'],
  ["What's new in Java 21?", 'whats-new-in-java-21'],
  ['  C++ & C# — which one?  ', 'c-c-which-one'],
  ['Café résumé', 'cafe-resume'],
  ['नोकरी कशी मिळवावी', 'नोकरी-कशी-मिळवावी'],
  ['?!', ''],
])('the slug of "%s" is "%s"', (title, slug) => {
  expect(slugOf(title)).toBe(slug);
});
