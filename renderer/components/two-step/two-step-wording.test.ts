import { expect, it } from 'vitest';
import { codesLeftText, recoveryCodesText, spelled } from './two-step-wording.ts';

it('spells a secret in groups of four', () => {
  expect(spelled('GEZDGNBVGY3TQOJQ')).toBe('GEZD GNBV GY3T QOJQ');
});

it('says how many codes are left', () => {
  expect(codesLeftText(10)).toBe(
    '10 of 10 recovery codes are left. Make new ones if you have not kept them.',
  );
  expect(codesLeftText(9)).toBe('9 of 10 recovery codes are left.');
  expect(codesLeftText(0)).toBe('No recovery codes are left. Make new ones.');
});

it('gives the codes as lines that say whose they are', () => {
  expect(recoveryCodesText(['AAAA-BBBB', 'CCCC-DDDD'], 'asha@demo.test')).toBe(
    'Recovery codes for asha@demo.test\nEach one signs you in once.\n\nAAAA-BBBB\nCCCC-DDDD',
  );
});
