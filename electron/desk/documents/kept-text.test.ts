import { expect, it } from 'vitest';
import { DOCUMENT_TEXT_LENGTH } from '#shared/model/document.ts';
import { keptText } from './kept-text.ts';

it('lines stay lines whatever ends them, empty ones stand one at a time, and nothing hangs over at their ends', () => {
  expect(keptText('\n\nAsha Rao \t\r\nPune\rLatur\fPage two\v \n\n\n\nEnd\n')).toBe(
    'Asha Rao\nPune\nLatur\nPage two\n\nEnd',
  );
});

it('signs that control something and halves of signs are not kept, nor what there is no room for', () => {
  expect(keptText('As\u0000ha\u0007\tRao \uD83D 😀')).toBe('Asha\tRao  😀');
  const full = 'x'.repeat(DOCUMENT_TEXT_LENGTH);
  expect(keptText(`${full}y`)).toBe(full);
  expect(keptText(`${full.slice(1)}😀`)).toBe(full.slice(1));
});
