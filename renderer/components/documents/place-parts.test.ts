import { expect, it } from 'vitest';
import { withShortLead } from './place-parts.ts';

const found = { text: 'Kubernetes', found: true };
const plain = (text: string): { text: string; found: boolean } => ({ text, found: false });

it('keeps what was found in sight, and cuts between words', () => {
  expect(
    withShortLead([plain('asha@mail.test +91 97654 10001 Worked with '), found, plain(' for years')]),
  ).toEqual([plain('…Worked with '), found, plain(' for years')]);
  expect(withShortLead([plain('x'.repeat(60)), found])).toEqual([plain(`…${'x'.repeat(18)}`), found]);
});

it('leaves a short lead as it is', () => {
  const parts = [plain('Worked with '), found];
  expect(withShortLead(parts)).toBe(parts);
  expect(withShortLead([found])).toEqual([found]);
  expect(withShortLead([plain('nothing found in this long text')])).toHaveLength(1);
});
