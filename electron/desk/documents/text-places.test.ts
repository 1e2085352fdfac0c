import { expect, it } from 'vitest';
import { normaliseText, textTerms } from '#shared/model/search-text.ts';
import { placeIn } from './text-places.ts';

const marked = (text: string, search: string): string =>
  placeIn(text, textTerms(search))
    .map((part) => (part.found ? `[${part.text}]` : part.text))
    .join('');

it.each([
  ['Java and JAVA', 'java', '[Java] and [JAVA]'],
  ['Résumé of José', 'resume jose', '[Résumé] of [José]'],
  ['Re\u0301sume\u0301 of Asha', 'resume', '[Re\u0301sume\u0301] of Asha'],
  ['An oﬃce in Köln', 'office koln', 'An [oﬃce] in [Köln]'],
  ['oﬃce', 'f', 'o[ﬃ]ce'],
  ['node, nodejs', 'node nodejs', '[node], [nodejs]'],
  ['C++\tand\u00A0C#\nGo', 'c++ c#', '[C++]\tand\u00A0[C#]\nGo'],
  ['ΟΔΟΣ Αθήνα', 'οδος αθηνα', '[ΟΔΟΣ] [Αθήνα]'],
  ['😀 İstanbul 😀', 'istanbul', '😀 [İstanbul] 😀'],
  ['aaaa', 'aa', '[aaaa]'],
  ['nothing of it', 'java', ''],
  ['', 'java', ''],
])('of %j the search for %j marks what was written', (text, search, expected) => {
  expect(marked(text, search)).toBe(expected);
});

it('a piece begins and ends between words around the first place, and marks all in it', () => {
  const text = `${'before '.repeat(200)}Kubernetes on Azure ${'after '.repeat(200)}Azure`;
  const parts = placeIn(text, textTerms('azure kubernetes'));
  const piece = parts.map((part) => part.text).join('');
  expect(text).toContain(piece);
  expect(piece.length).toBeLessThanOrEqual(240);
  expect(piece).toMatch(/^before .* after$/);
  expect(parts.filter((part) => part.found).map((part) => part.text)).toEqual(['Kubernetes', 'Azure']);
});

it('where search finds a term there is a place, whatever the signs', () => {
  const signs = [
    'a',
    'É',
    'ß',
    'ﬁ',
    'İ',
    'ş',
    '😀',
    '\u0301',
    'Σ',
    'ς',
    '½',
    'हि',
    '\u00A8',
    ' ',
    '\n',
    'Å',
    '①',
  ];
  let state = 7;
  const next = (): number => (state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0) >>> 8;
  for (let round = 0; round < 2_000; round += 1) {
    const text = Array.from({ length: 12 }, () => signs[next() % signs.length]).join('');
    const term =
      normaliseText(text)
        .split(' ')
        .toSorted((one, other) => other.length - one.length)[0] ?? '';
    if (term === '') continue;
    const parts = placeIn(text, [term]);
    expect(parts.map((part) => part.text).join('')).toBe(text);
    expect(parts.some((part) => part.found)).toBe(true);
  }
});
