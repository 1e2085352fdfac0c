import { expect, test } from 'vitest';
import { sessionKeychain } from './session-keychain.ts';

test('what is sealed is opened by the same start, and says nothing by itself', () => {
  const keychain = sessionKeychain();
  const sealed = keychain.seal('token मीरा');
  expect(Buffer.from(sealed, 'base64').toString('utf8')).not.toContain('token');
  expect(keychain.open(sealed)).toBe('token मीरा');
  expect(keychain.seal('token मीरा')).not.toBe(sealed);
});

test('another start cannot open it', () => {
  const sealed = sessionKeychain().seal('token');
  expect(() => sessionKeychain().open(sealed)).toThrow();
});

test.each([['a changed text'], ['none at all']])('%s is refused', (what) => {
  const keychain = sessionKeychain();
  const bytes = Buffer.from(keychain.seal('token'), 'base64');
  bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 1;
  expect(() => keychain.open(what === 'none at all' ? '' : bytes.toString('base64'))).toThrow();
});
