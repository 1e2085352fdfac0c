import { expect, test } from 'vitest';
import { Signer } from './signer.ts';

const signer = new Signer('the secret of a server');
const PARTS = ['an epoch', 5, 'a mark'];

test('what a version before this one has signed is genuine still: desks keep their cursors when the server is updated', () => {
  const text = 'WyJhbiBlcG9jaCIsNSwiYSBtYXJrIl0.oxdmWdpT2A2OLXjpaCCBwsqIHMe-e6rA0aY3VkskJh0';
  expect(signer.read('cursor', text)).toEqual({ parts: PARTS, genuine: true });
  expect(signer.write('cursor', PARTS)).toBe(text);
});

test('what was signed as another kind, or with another secret, is read and not genuine', () => {
  const text = signer.write('cursor', PARTS);
  expect(signer.read('receipt', text)).toEqual({ parts: PARTS, genuine: false });
  expect(new Signer('another').read('cursor', text)).toEqual({ parts: PARTS, genuine: false });
});

test('what is no list of parts is nothing', () => {
  for (const text of ['', '.', 'no JSON', Buffer.from('{}').toString('base64url')])
    expect(signer.read('cursor', text)).toBeNull();
});
