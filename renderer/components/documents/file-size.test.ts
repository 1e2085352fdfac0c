import { expect, it } from 'vitest';
import { sizeText } from './file-size.ts';

it.each([
  [0, '0 bytes'],
  [1_023, '1023 bytes'],
  [245_000, '239 KB'],
  [1_022_000, '998 KB'],
  [1_048_576, '1.0 MB'],
  [10_485_760, '10.0 MB'],
])('says %i bytes as %s', (bytes, text) => {
  expect(sizeText(bytes)).toBe(text);
});
