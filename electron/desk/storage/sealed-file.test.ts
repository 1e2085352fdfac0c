import { randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { openBytes, sealBytes } from './sealed-file.ts';

const key = randomBytes(32);
const content = Buffer.from('98200 11223');
const sealed = sealBytes(key, 'settings', content);

it('opens with its key under its own name, and with no other', () => {
  expect(openBytes(key, 'settings', sealed)).toEqual(content);
  expect(openBytes(key, 'another', sealed)).toBeNull();
  expect(openBytes(randomBytes(32), 'settings', sealed)).toBeNull();
});

it('that was cut short anywhere, emptied or overwritten opens to nothing, and is no error', () => {
  for (let size = 0; size < sealed.length; size += 1)
    expect(openBytes(key, 'settings', sealed.subarray(0, size))).toBeNull();
  expect(openBytes(key, 'settings', content)).toBeNull();
  expect(openBytes(key, 'settings', Buffer.alloc(sealed.length))).toBeNull();
  const spoilt = Buffer.from(sealed);
  spoilt.writeUInt8(spoilt.readUInt8(spoilt.length - 1) ^ 1, spoilt.length - 1);
  expect(openBytes(key, 'settings', spoilt)).toBeNull();
});
