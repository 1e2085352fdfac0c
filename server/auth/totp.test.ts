import { expect, test } from 'vitest';
import { enrolmentUri, newSecret, stepOf } from './totp.ts';

/** The key of RFC 6238, appendix B: "12345678901234567890". */
const SECRET = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';

test('the codes of RFC 6238, in their last six digits', () => {
  expect(stepOf(SECRET, '287082', 59_000)).toBe(1);
  expect(stepOf(SECRET, '081804', 1_111_111_109_000)).toBe(37_037_036);
  expect(stepOf(SECRET, '279037', 2_000_000_000_000)).toBe(66_666_666);
});

test('a clock one step off is no matter, two are', () => {
  const at = (seconds: number): number | null => stepOf(SECRET, '287082', seconds * 1000);
  expect([0, 29, 30, 59, 60, 89, 90].map(at)).toEqual([1, 1, 1, 1, 1, 1, null]);
  expect(stepOf(SECRET, '081804', 1_111_111_109_000 - 60_000)).toBeNull();
});

test('a secret has 160 bits, and the address says what an app needs', () => {
  const secret = newSecret();
  expect(secret).toMatch(/^[A-Z2-7]{32}$/);
  expect(newSecret()).not.toBe(secret);
  const uri = new URL(enrolmentUri(secret, 'asha+desk@office.test'));
  expect(uri.protocol + uri.host).toBe('otpauth:totp');
  expect(decodeURIComponent(uri.pathname)).toBe('/Employee Management System:asha+desk@office.test');
  expect(Object.fromEntries(uri.searchParams)).toEqual({
    issuer: 'Employee Management System',
    secret,
    algorithm: 'SHA1',
    digits: '6',
    period: '30',
  });
});
